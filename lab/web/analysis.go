package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/features"
	"evolab/game"
	"evolab/internal/wording"
	"evolab/search"
)

// How long a position is analysed, how long a proof may take before the search and after
// it, after how long others that wait for an engine have their turn, the MB of a proof's
// table, and how many analyses, each with a table of its own, are under way at a time.
const (
	maxAnalysis = 30 * time.Second
	quickProof  = 300 * time.Millisecond
	slowProof   = 5 * time.Second
	engineTurn  = 200 * time.Millisecond
	proofTable  = 64
	maxAnalyses = 16
)

// bestLine is a move with what follows it, for a page.
type bestLine struct {
	board.Path
	Score any      `json:"score"` // as thought's
	Depth int      `json:"depth"`
	PV    []string `json:"pv"` // the move first, as people type them
}

// bestLines are the best moves of a position at some depth.
type bestLines struct {
	Depth int        `json:"depth"`
	Nodes uint64     `json:"nodes"`
	Lines []bestLine `json:"lines"`
}

// exactValue is the proven value of a position, for the side to move.
type exactValue struct {
	Value string       `json:"value"` // win, draw or loss
	Kept  []board.Path `json:"kept"`  // the moves that keep it; none for a loss
}

// turn is one's use of an engine, which is left to others that wait for it now and then.
type turn struct {
	server *Server
	ctx    context.Context
	until  time.Time
	began  time.Time
	held   bool
}

// more waits for the engine where that is not held, and reports whether there is time left.
func (t *turn) more() bool {
	now := time.Now()
	if t.ctx.Err() != nil || now.After(t.until) {
		return false
	}
	if t.held && now.Sub(t.began) < engineTurn {
		return true
	}
	t.end()
	t.held, t.began = t.server.analyses.await(t.ctx), time.Now()
	return t.held
}

func (t *turn) end() {
	if t.held {
		t.server.analyses.free()
		t.held = false
	}
}

func (s *Server) boardOf(name, variant, position string) (agent.Game, agent.Board, error) {
	g, err := s.gameOf(name)
	if err != nil {
		return nil, nil, err
	}
	b, err := g.Board(variant, position)
	if err != nil {
		return nil, nil, refuse(http.StatusBadRequest, "%s", wording.Of(err))
	}
	return g, b, nil
}

// streamAnalysis analyses a position ever deeper until the page turns to something else:
// events have its exact value, if it can be proven, and the best lines after each depth.
func (s *Server) streamAnalysis(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	g, b, err := s.boardOf(q.Get("game"), q.Get("variant"), q.Get("position"))
	if err != nil {
		return err
	}
	to, err := s.openStream(w)
	if err != nil {
		return err
	}
	defer s.streams.free()
	if b.Outcome().Over() {
		_ = to.sendEvent("over", "", "the game is over in this position") // a browser that has gone needs no answer
		return nil
	}
	if !s.tables.await(r.Context()) {
		return nil // the page has turned to something else
	}
	defer s.tables.free()
	t := &turn{server: s, ctx: r.Context(), until: time.Now().Add(maxAnalysis)}
	defer t.end()
	why := "as deep as it can"
	known := t.more() && s.sendProof(to, g, b, quickProof)
	var failed error
	err = b.Lines(t.more, func(lines []agent.Line, nodes uint64) {
		failed = errors.Join(failed, to.sendEvent("lines", "", linesOf(g, q.Get("variant"), b, lines, nodes)))
	})
	if t.more(); !known && t.held && r.Context().Err() == nil {
		s.sendProof(to, g, b, slowProof)
	}
	if time.Now().After(t.until) {
		why = "for as long as it may"
	}
	if err != nil {
		why = wording.Of(err)
	}
	if failed == nil {
		_ = to.sendEvent("end", "", why) // a browser that has gone needs no answer
	}
	return nil
}

// sendProof sends the value of a position, if it is proven in time.
func (s *Server) sendProof(to *stream, g agent.Game, b agent.Board, limit time.Duration) bool {
	proof, err := b.Solve(search.Limits{Time: limit, TableMB: proofTable})
	if err != nil || !proof.Known {
		return false
	}
	v := exactValue{Value: valueName(proof.Value), Kept: []board.Path{}}
	for _, m := range proof.Moves {
		v.Kept = append(v.Kept, pathOf(g, b, m))
	}
	return to.sendEvent("exact", "", v) == nil
}

// valueName names a value for the side to move.
func valueName(value int) string { return [3]string{"loss", "draw", "win"}[value+1] }

// pathOf is a legal move as a board shows it.
func pathOf(g agent.Game, b agent.Board, m game.Move) board.Path {
	layout, text := g.Info().Layout, b.FormatMove(m)
	return board.Path{Move: text, Shown: board.Format(layout, b, m), Squares: board.Squares(layout, b, text)}
}

// linesOf words the best lines; the board stays as it is.
func linesOf(g agent.Game, variant string, b agent.Board, lines []agent.Line, nodes uint64) bestLines {
	const most = 5
	answer := bestLines{Nodes: nodes, Lines: []bestLine{}}
	for i, l := range lines {
		if answer.Depth = max(answer.Depth, l.Depth); i >= most {
			continue
		}
		one := bestLine{Path: pathOf(g, b, l.Move), Score: scoreOf(l.Score, l.Exact), Depth: l.Depth}
		one.PV = append([]string{one.Shown}, continuation(g, variant, b, l)...)
		answer.Lines = append(answer.Lines, one)
	}
	return answer
}

// continuation is what follows the move of a line.
func continuation(g agent.Game, variant string, b agent.Board, l agent.Line) (list []string) {
	at, err := g.Board(variant, b.Position())
	if err != nil {
		return nil
	}
	at.Play(l.Move)
	for _, m := range l.PV {
		if at.Outcome().Over() || !agent.Legal(at, m) {
			break
		}
		list = append(list, board.Format(g.Info().Layout, at, m))
		at.Play(m)
	}
	return list
}

// scoreOf is win, loss or draw where that is proven, else a number for the side to move.
func scoreOf(score int, exact bool) any {
	switch {
	case score > search.Proven:
		return "win"
	case score < -search.Proven:
		return "loss"
	case exact:
		return "draw"
	}
	return float64(score) / features.Unit
}

// positionRequest asks for a position, or for that after a move.
type positionRequest struct {
	Game     string `json:"game"`
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Move     string `json:"move"` // as in records; "" for none
}

// positionAnswer is a position that somebody tries.
type positionAnswer struct {
	step
	Ways []board.Path `json:"ways"` // empty if the game is over
	Over string       `json:"over"`
}

// tryMove makes a move in a position, for those who try variations.
func (s *Server) tryMove(w http.ResponseWriter, r *http.Request) error {
	var q positionRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	g, b, err := s.boardOf(q.Game, q.Variant, q.Position)
	if err != nil {
		return err
	}
	a := positionAnswer{step: step{Path: [][2]int{}}, Ways: []board.Path{}}
	if q.Move != "" {
		if a.step, err = played(g, b, q.Move); err != nil {
			return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
		}
	}
	a.Position, a.Board, a.Turn = b.Position(), rowsOf(b.Position()), int(b.Turn())
	if o := b.Outcome(); o.Over() {
		a.Over = "the game is over: " + map[game.Result]string{game.FirstWins: g.Info().Sides[0] + " wins", game.SecondWins: g.Info().Sides[1] + " wins", game.Draw: "a draw"}[o.Result]
	} else {
		a.Ways = board.Paths(g.Info().Layout, b)
	}
	return writeJSON(w, http.StatusOK, a)
}

// played makes a legal move of a record on a board that is not over, and says what it was.
func played(g agent.Game, b agent.Board, text string) (step, error) {
	if b.Outcome().Over() {
		return step{}, errors.New("the game is over")
	}
	m, err := agent.ParseLegal(b, text)
	if err != nil {
		return step{}, err
	}
	p := pathOf(g, b, m)
	st := step{Side: g.Info().Sides[b.Turn()], Move: p.Move, Shown: p.Shown, Path: p.Squares}
	b.Play(m)
	st.Position, st.Board, st.Turn = b.Position(), rowsOf(b.Position()), int(b.Turn())
	return st, nil
}
