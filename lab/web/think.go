package web

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"time"

	"evolab/agent"
	"evolab/agent/board"
	"evolab/features"
	"evolab/game"
	"evolab/search"
)

// rowsOf are the rows of a board, split by slashes.
func rowsOf(b agent.Board) string {
	first, _, _ := strings.Cut(b.Position(), " ")
	return first
}

// thought is what an engine thinks of a position.
type thought struct {
	Move    string   `json:"move"`
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

// longestThought bounds what a request may cost.
const longestThought = 10 * time.Second

// analyze says what the shipped agent thinks of a position.
func (s *Server) analyze(w http.ResponseWriter, r *http.Request) error {
	var q analyzeRequest
	if err := readJSON(r, &q); err != nil {
		return err
	}
	if q.Seconds < .01 || q.Seconds > longestThought.Seconds() {
		return refuse(http.StatusBadRequest, "seconds %g (expected: .01..%g)", q.Seconds, longestThought.Seconds())
	}
	g, err := s.gameOf(q.Game)
	if err != nil {
		return err
	}
	b, err := g.Board(q.Variant, q.Position)
	if err != nil {
		return refuse(http.StatusBadRequest, "%s", plain(err))
	}
	if b.Outcome().Over() {
		return refuse(http.StatusConflict, "the game is over in this position")
	}
	p := player{agent.Spec{Name: "frozen"}, time.Duration(q.Seconds * float64(time.Second)), 1}
	t, _, err := s.think(r.Context(), g, q.Variant, b, p)
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

// think lets an agent choose a move; it waits a little for a free engine.
func (s *Server) think(ctx context.Context, g agent.Game, variant string, b agent.Board, p player) (*thought, game.Move, error) {
	select {
	case s.engines <- struct{}{}:
	case <-time.After(15 * time.Second):
		return nil, 0, busy()
	case <-ctx.Done():
		return nil, 0, ctx.Err()
	}
	defer s.engines.free()
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	made, err := g.Agent(p.spec, agent.Env{Think: p.limit})
	if err != nil {
		return nil, 0, refuse(http.StatusBadRequest, "%s", plain(err))
	}
	defer made.Close()
	seated, err := made.Player(p.seed)
	if err != nil {
		return nil, 0, err
	}
	defer seated.Close()
	choice, err := seated.Choose(ctx, b, agent.Clock{Move: p.limit})
	if err != nil {
		return nil, 0, err
	}
	return thoughtOf(g, variant, b, choice), choice.Move, nil
}

// thoughtOf words a choice; the board stays as it is.
func thoughtOf(g agent.Game, variant string, b agent.Board, c agent.Choice) *thought {
	t := &thought{Move: b.FormatMove(c.Move), PV: []string{}}
	t.Squares = board.Squares(g.Info().Layout, b, t.Move)
	if !c.Searched {
		return t
	}
	t.Exact, t.Depth, t.Nodes = c.Exact, c.Depth, c.Nodes
	switch {
	case c.Score > search.Proven:
		t.Score = "win"
	case c.Score < -search.Proven:
		t.Score = "loss"
	case c.Exact:
		t.Score = "draw"
	default:
		t.Score = float64(c.Score) / features.Unit
	}
	line, err := g.Board(variant, b.Position())
	for _, m := range c.PV {
		if err != nil || !agent.Legal(line, m) {
			break
		}
		t.PV = append(t.PV, line.FormatMove(m))
		line.Play(m)
	}
	return t
}
