package web

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/arena"
	"evolab/arena/session"
	"evolab/experiments/report"
	"evolab/experiments/run"
	"evolab/game"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// playPage is where a game is chosen and played.
type playPage struct {
	Game      string
	Games     []agent.Info
	Variants  []string
	Sides     [2]string
	Against   []opponent
	Champions []*run.Summary
	Chosen    string // the opponent in the address
	Strengths []strength
	Look      string
	Form      string
	Note      string
	Camps     bool   // which the board shows
	Why       string // a move that looks legal may be none
	Saved     string // the game in the address as JSON, "" for a new one
	Open      []openGame
}

// Favourite is the built-in opponent that is chosen at first.
func (p *playPage) Favourite() string { return cmp.Or(p.Chosen, "frozen") }

// Exports lists the forms in which its games can be had.
func (p *playPage) Exports() []export { return exportsOf(p.Game) }

func (s *Server) showPlay(w http.ResponseWriter, r *http.Request) error {
	return s.showBoard(w, r, &playPage{Game: r.URL.Query().Get("game"), Chosen: r.URL.Query().Get("against")})
}

func (s *Server) showBoard(w http.ResponseWriter, r *http.Request, p *playPage) error {
	p.Strengths, p.Open = strengths(), s.openGames(r.Context())
	if p.Game == "" {
		p.Game = s.options.Games.Names()[0]
	}
	g, err := s.gameOf(p.Game)
	if err != nil {
		return err
	}
	for _, name := range s.options.Games.Names() {
		if other, err := s.options.Games.Find(name); err == nil {
			p.Games = append(p.Games, other.Info())
		}
	}
	info := g.Info()
	p.Variants, p.Sides, p.Against, p.Form, p.Note, p.Why = info.Variants, info.Sides, opponents(g), info.Layout.Usage(), info.Layout.Note, info.Layout.Why
	p.Camps = info.Layout.HasCamps()
	if p.Champions, err = s.finishedRuns(r, p.Game); err != nil {
		return err
	}
	if p.Look, err = report.Look(info); err != nil {
		return err
	}
	return s.pages.render(w, "play", http.StatusOK, p)
}

// playRequest is a game as a browser has it.
type playRequest struct {
	ID       string   `json:"id"`   // of the game that is kept, whose settings count; "" for another
	Keep     bool     `json:"keep"` // keep it from its first move on
	Game     string   `json:"game"`
	Variant  string   `json:"variant"`
	Against  string   `json:"against"`
	Strength string   `json:"strength"`
	Second   bool     `json:"second"` // the person moves second
	Seed     uint64   `json:"seed"`
	Moves    []string `json:"moves"`
	Typed    string   `json:"typed"`  // a move as people type it, after those
	Answer   bool     `json:"answer"` // the opponent shall move, if it is its turn
	Hint     bool     `json:"hint"`
	Resign   bool     `json:"resign"`
	Back     bool     `json:"back"` // moves of the game that is kept were taken back

	kept *arena.Line // the game that is kept, as it is
}

// standing is a game as the board shows it.
type standing struct {
	ID       string       `json:"id"`     // of the game that is kept, else ""
	Moves    []string     `json:"moves"`  // as in records
	Shown    []string     `json:"shown"`  // as people type them
	Path     [][2]int     `json:"path"`   // of the last move
	Colour   string       `json:"colour"` // of the person's pieces, "" if that is open
	Turned   bool         `json:"turned"` // the person's pieces begin at the top
	Board    string       `json:"board"`
	Before   string       `json:"before"`
	Position string       `json:"position"`
	Turn     int          `json:"turn"` // 0: the first side
	Ways     []board.Path `json:"ways"` // empty if the game is over
	Over     string       `json:"over"` // how it ended, "" while it lasts
	Said     string       `json:"said"` // the last move, in words
	State    string       `json:"state"`
	Hint     *thought     `json:"hint,omitempty"`
}

// maxPlies bounds a game of a request.
const maxPlies = 2000

// playMove checks the moves so far, and lets the opponent answer.
func (s *Server) playMove(w http.ResponseWriter, r *http.Request) error {
	var q playRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	p, err := s.restore(r.Context(), &q)
	if err == nil {
		err = playTyped(p, q.Typed)
	}
	if err != nil {
		return err
	}
	if q.Resign && p.End() == nil {
		p.Resign()
	}
	spec, limit, err := s.against(q.Against, q.Strength, q.Game)
	if err != nil {
		return err
	}
	if q.Answer && p.Waiting() {
		// The server keeps no player: each ply has a new one, with a seed of its own.
		opponent := player{spec, limit, game.Mix(q.Seed, uint64(len(p.Board().Played())))}
		err := s.engines.think(r.Context(), func() error {
			return p.Reply(r.Context(), func(ctx context.Context, b agent.Board) (agent.Choice, error) { return opponent.choose(ctx, p.Game, b) })
		})
		if err != nil {
			return err
		}
	}
	now, err := newStanding(p)
	if err == nil {
		now.ID, err = s.keep(r.Context(), &q, p)
	}
	if err != nil {
		return err
	}
	if q.Hint && p.End() == nil {
		err := s.engines.think(r.Context(), func() error {
			choice, err := p.Hint(r.Context())
			if err == nil {
				now.Hint = thoughtOf(p.Game, p.Variant, p.Board(), choice)
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return writeJSON(w, http.StatusOK, now)
}

func (q *playRequest) person() game.Side {
	if q.Second {
		return game.Second
	}
	return game.First
}

// restore sets up a game and plays the moves of a request. Those of a game that is kept
// have to continue it, or to take something back.
func (s *Server) restore(ctx context.Context, q *playRequest) (*session.Session, error) {
	resumed := false
	if q.ID != "" {
		known, line, err := s.readPlayed(ctx, q.ID)
		if err != nil {
			return nil, err
		}
		n := min(len(q.Moves), len(line.Moves))
		if !slices.Equal(q.Moves[:n], line.Moves[:n]) || n < len(line.Moves) && !q.Back {
			return nil, errContinued()
		}
		q.kept, resumed = line, len(q.Moves) == len(line.Moves)
		q.Game, q.Variant, q.Against, q.Strength, q.Second, q.Seed = known.Game, known.Variant, known.Against, known.Strength, known.Second, known.Seed
	}
	g, err := s.gameOf(q.Game)
	if err != nil {
		return nil, err
	}
	if len(q.Moves) > maxPlies {
		return nil, refuse(http.StatusBadRequest, "%s (allowed: up to %d)", quantity.Of(len(q.Moves), "move"), maxPlies)
	}
	p, err := session.New(g, q.Variant, q.person(), q.Seed)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, "%s", wording.Of(err))
	}
	if resumed {
		err = p.Resume(q.kept)
	} else {
		err = p.Restore(q.Moves)
	}
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, "%s", err)
	}
	return p, nil
}

// playTyped plays a move as people type it, if there is one.
func playTyped(p *session.Session, text string) error {
	switch {
	case text == "":
		return nil
	case p.End() != nil:
		return refuse(http.StatusConflict, "the game is over")
	}
	if err := p.Type(text); err != nil {
		return refuse(http.StatusUnprocessableEntity, "%s", wording.Of(err))
	}
	return nil
}

func newStanding(p *session.Session) (*standing, error) {
	b, end := p.Board(), p.End()
	words, before := p.LastMove()
	now := &standing{Moves: b.PlayedText(), Board: rowsOf(b.Position()), Before: rowsOf(before), Position: b.Position(), Turn: int(b.Turn()),
		Ways: []board.Path{}, Said: words, State: p.Standing(), Shown: []string{}, Path: [][2]int{}, Colour: board.Colour(p.Info.Layout, b, p.Person)}
	if now.Moves == nil {
		now.Moves = []string{}
	}
	if end != nil {
		now.Over = end.Text
	} else {
		now.Ways = board.Paths(p.Info.Layout, b)
	}
	again, err := p.Game.Board(p.Variant, "start")
	if err != nil {
		return nil, err
	}
	now.Turned = board.Turned(p.Info.Layout, again, p.Person)
	for i, m := range b.Played() {
		now.Shown = append(now.Shown, board.Format(p.Info.Layout, again, m))
		now.Path = board.Squares(p.Info.Layout, again, now.Moves[i])
		again.Play(m)
	}
	return now, nil
}

// opponent is somebody to play against.
type opponent struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// opponents are the agents of a game that play without a program.
func opponents(g agent.Game) []opponent {
	var list []opponent
	for _, k := range agent.Kinds() {
		if !k.Builtin() {
			continue
		}
		made, err := g.Agent(agent.Spec{Name: k.Name}, agent.Env{})
		if err != nil {
			continue // another game's
		}
		_ = made.Close()
		list = append(list, opponent{k.Name, k.Doc})
	}
	return list
}

// strength is how hard an opponent tries.
type strength struct {
	Name  string
	time  time.Duration // of agents that only a clock limits
	depth int           // of those that look a number of plies ahead
}

func strengths() []strength {
	return []strength{{"easy", 20 * time.Millisecond, 1}, {"medium", 300 * time.Millisecond, 2}, {"hard", 2 * time.Second, 4}}
}

// against is the spec of an opponent at a strength.
func (s *Server) against(name, level, game string) (agent.Spec, time.Duration, error) {
	all := strengths()
	i := slices.IndexFunc(all, func(x strength) bool { return x.Name == level })
	if i < 0 {
		return agent.Spec{}, 0, refuse(http.StatusBadRequest, "strength %q (allowed: easy, medium, hard)", level)
	}
	if run, ok := strings.CutPrefix(name, "run:"); ok {
		spec, err := s.championOf(run, game)
		return spec, all[i].time, err
	}
	spec := agent.Spec{Name: name}
	k, ok := agent.FindKind(name)
	if !ok || !k.Builtin() {
		return spec, 0, refuse(http.StatusBadRequest, "nobody called %q plays here", name)
	}
	if k.Has("depth") && !k.Has("time") && !k.Has("pace") { // neither a clock nor its own pace limits it
		spec = spec.With("depth", strconv.Itoa(all[i].depth))
	}
	return spec, all[i].time, nil
}

// championOf is the champion of a run as an agent that a clock limits.
func (s *Server) championOf(name, game string) (agent.Spec, error) {
	folder, err := s.run(name)
	if err != nil {
		return agent.Spec{}, err
	}
	w, _, err := run.ReadChampion(folder)
	if err != nil {
		return agent.Spec{}, refuse(http.StatusConflict, "the run %s has no champion that can be read", name)
	}
	if w.Game != game {
		return agent.Spec{}, refuse(http.StatusConflict, "the champion of %s plays %s", name, w.Game)
	}
	return agent.Spec{Name: "frozen", Weights: w}, nil
}

// finishedRuns lists the newest runs of a game that may have a champion.
func (s *Server) finishedRuns(r *http.Request, game string) ([]*run.Summary, error) {
	list, _, err := s.list(r.Context())
	const most = 50
	var own []*run.Summary
	for _, one := range list {
		if one.Game == game && one.Status == run.IsFinished && len(own) < most {
			own = append(own, one)
		}
	}
	return own, err
}

// rowsOf are the rows of a position's board, split by slashes.
func rowsOf(position string) string {
	rows, _, _ := strings.Cut(position, " ")
	return rows
}

// thought is what an engine thinks of a position.
type thought struct {
	Move    string   `json:"move"`  // as in records
	Shown   string   `json:"shown"` // as people type it, as the moves of PV
	Squares [][2]int `json:"squares"`
	// Score is win, loss or draw where that is proven, else a number from the side to
	// move; null for an agent that does not search.
	Score any      `json:"score"`
	Exact bool     `json:"exact"`
	Depth int      `json:"depth"`
	Nodes uint64   `json:"nodes"`
	PV    []string `json:"pv"`
}

// analyzeRequest is a position to think about.
type analyzeRequest struct {
	Game     string  `json:"game"`
	Variant  string  `json:"variant"`
	Position string  `json:"position"`
	Seconds  float64 `json:"seconds"` // of CPU
}

// maxThought bounds what a request may cost.
const maxThought = 10 * time.Second

// analyze says what the shipped agent thinks of a position.
func (s *Server) analyze(w http.ResponseWriter, r *http.Request) error {
	var q analyzeRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	if q.Seconds < .01 || q.Seconds > maxThought.Seconds() {
		return refuse(http.StatusBadRequest, "seconds %g (expected: .01..%g)", q.Seconds, maxThought.Seconds())
	}
	g, b, err := s.boardOf(q.Game, q.Variant, q.Position)
	if err != nil {
		return err
	}
	if b.Outcome().Over() {
		return refuse(http.StatusConflict, "the game is over in this position")
	}
	p := player{agent.Spec{Name: "frozen"}, time.Duration(q.Seconds * float64(time.Second)), 1}
	var t *thought
	err = s.analyses.think(r.Context(), func() error {
		choice, err := p.choose(r.Context(), g, b)
		if err == nil {
			t = thoughtOf(g, q.Variant, b, choice)
		}
		return err
	})
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, t)
}

// player is who thinks, and for how long.
type player struct {
	spec  agent.Spec
	limit time.Duration // of CPU
	seed  uint64
}

// choose makes the agent and lets it choose a move.
func (p player) choose(ctx context.Context, g agent.Game, b agent.Board) (agent.Choice, error) {
	made, err := g.Agent(p.spec, agent.Env{Think: p.limit})
	if err != nil {
		return agent.Choice{}, refuse(http.StatusBadRequest, "%s", wording.Of(err))
	}
	defer made.Close()
	one, err := made.Player(p.seed)
	if err != nil {
		return agent.Choice{}, err
	}
	defer one.Close()
	return one.Choose(ctx, b, agent.Clock{Move: p.limit})
}

// thoughtOf words a choice; the board stays as it is.
func thoughtOf(g agent.Game, variant string, b agent.Board, c agent.Choice) *thought {
	layout := g.Info().Layout
	t := &thought{Move: b.FormatMove(c.Move), Shown: board.Format(layout, b, c.Move), PV: []string{}}
	t.Squares = board.Squares(layout, b, t.Move)
	if !c.Searched {
		return t
	}
	t.Exact, t.Depth, t.Nodes = c.Exact, c.Depth, c.Nodes
	t.Score = scoreOf(c.Score, c.Exact)
	line, err := g.Board(variant, b.Position())
	for _, m := range c.PV {
		if err != nil || !agent.Legal(line, m) {
			break
		}
		t.PV = append(t.PV, board.Format(layout, line, m))
		line.Play(m)
	}
	return t
}
