package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/review"
	"evolab/arena/session"
	"evolab/experiments/report"
)

// step is a position of a game and the move that led to it.
type step struct {
	Ply      int
	Side     string
	Move     string // as in records
	Shown    string // as people type it
	Path     string // its squares, as JSON
	Position string
	Board    string // its rows
}

// replayPage is a game to step through.
type replayPage struct {
	arena.Line
	Path          string
	Number, Total int
	Name          string // of the game
	Look          string
	Result        string
	Sides         [2]string
	Steps         []step
	Turned        bool   // the person's pieces begin at the top
	Broken        string // why the rest of the game cannot be shown
	MoveForm      string
}

// Before and After are the numbers of the neighbouring games.
func (p *replayPage) Before() int { return p.Number - 1 }
func (p *replayPage) After() int  { return p.Number + 1 }

// Continued is the address at which the game can be played on, "" for none.
func (p *replayPage) Continued() string {
	id, ok := strings.CutPrefix(strings.TrimSuffix(p.Path, ".jsonl"), playedFolder+"/")
	if !ok || p.Reason != arena.Unfinished {
		return ""
	}
	return "/play/" + id
}

// Exports lists the forms in which the game can be had.
func (p *replayPage) Exports() []export { return exportsOf(p.Name) }

// Details are the other facts in the record.
func (p *replayPage) Details() []string {
	var list []string
	for i, text := range append([]string{p.Detail}, p.Stderr[:]...) {
		if text != "" && i > 0 {
			text = "stderr of " + []string{p.First, p.Second}[i-1] + ": " + text
		}
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// showReplay shows a game.
func (s *Server) showReplay(w http.ResponseWriter, file string, number, total int, l *arena.Line) error {
	g, err := s.gameOf(l.GameName)
	if err != nil {
		return err
	}
	info := g.Info()
	p := &replayPage{Line: *l, Path: file, Number: number, Total: total, Name: info.Name, Result: outcome(l), Sides: info.Sides, MoveForm: info.Layout.Moves}
	p.First, p.Second = playerName(l.First, l.Agents[0]), playerName(l.Second, l.Agents[1])
	if p.Look, err = report.Look(info); err != nil {
		return err
	}
	if p.Steps, err = steps(g, l); err != nil {
		p.Broken = plain(err)
	}
	if person, ok := session.PersonIn(l); ok {
		if b, err := l.Start(g, l.Variant); err == nil {
			p.Turned = board.Turned(info.Layout, b, person)
		}
	}
	return s.pages.render(w, "replay", http.StatusOK, p)
}

// playerName is the name of a player for people.
func playerName(name, spec string) string {
	if !strings.Contains(name, spec) {
		return name + " (" + spec + ")"
	}
	return name
}

// steps replays a record; with an error they end before the move that cannot be
// played.
func steps(g agent.Game, l *arena.Line) ([]step, error) {
	b, err := l.Start(g, l.Variant)
	if err != nil {
		return nil, err
	}
	sides, layout := g.Info().Sides, g.Info().Layout
	before, err := l.Start(g, l.Variant)
	if err != nil {
		return nil, err
	}
	list := []step{{Position: b.Position(), Board: rowsOf(b.Position()), Path: "[]"}}
	err = arena.Replay(b, l.Moves, func(p arena.Ply) error {
		path, err := json.Marshal(board.Squares(layout, before, p.Move))
		list = append(list, step{p.Number, sides[p.Side], p.Move, board.Format(layout, before, p.Choice.Move), string(path), b.Position(), rowsOf(b.Position())})
		before.Play(p.Choice.Move)
		return err
	})
	return list, err
}

// judgeRequest names a game of a file.
type judgeRequest struct {
	File string `json:"file"`
	Game int    `json:"game"`
}

// judgement is what evolve review finds in a game.
type judgement struct {
	Moves []judgedMove `json:"moves"` // whose effect is proven, the last first
	Loss  string       `json:"loss"`  // where the game was lost, in words; "" if nobody lost it
	Ply   int          `json:"ply"`   // of that mistake, 0 for none
	Cut   bool         `json:"cut"`   // there was no time for the rest
}

// judgedMove is what is proven about a move.
type judgedMove struct {
	Ply     int    `json:"ply"`
	Note    string `json:"note"`
	Mistake bool   `json:"mistake"`
}

// judge marks the moves of a game that gave away a proven win or draw.
func (s *Server) judge(w http.ResponseWriter, r *http.Request) error {
	var q judgeRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	lines, _, err := s.gamesOf(localPath(q.File))
	if err != nil {
		return err
	}
	if q.Game < 1 || q.Game > len(lines) {
		return refuse(http.StatusNotFound, "game %d (expected: 1..%d)", q.Game, len(lines))
	}
	l := &lines[q.Game-1]
	g, err := s.gameOf(l.GameName)
	if err != nil {
		return err
	}
	if !s.engines.take() {
		return errBusy()
	}
	defer s.engines.free()
	ctx, stop := context.WithTimeout(r.Context(), 30*time.Second)
	defer stop()
	found := judgement{Moves: []judgedMove{}}
	marks, err := review.Moves(ctx, g, l.Variant, l, review.DefaultOptions())
	for i := range marks {
		found.Moves = append(found.Moves, judgedMove{marks[i].Ply, marks[i].Text(), marks[i].Mistake()})
	}
	if _, lost := review.Loser(l); lost && err == nil {
		var loss *review.Loss
		if loss, err = review.Game(ctx, g, l.Variant, l, review.DefaultOptions()); err == nil {
			found.Loss, found.Ply = loss.Text(), loss.Ply
		}
	}
	if found.Cut = errors.Is(err, context.DeadlineExceeded); err != nil && !found.Cut {
		return refuse(http.StatusUnprocessableEntity, "%s", plain(err))
	}
	return writeJSON(w, http.StatusOK, found)
}
