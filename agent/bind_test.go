package agent

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/game/konane"
	"evolab/game/tictactoe"
	"evolab/internal/longtest"
	"evolab/search"
)

// What is explained is what the search evaluates: one ply deep, the score of
// the move played is that of the best position after it.
func TestExplanationIsWhatTheSearchUses(t *testing.T) {
	for _, g := range Games() {
		best, err := frozen.Weights(g.Info().Name)
		if err != nil {
			t.Fatal(err)
		}
		evolved, err := frozen.Evolved.Weights(g.Info().Name, "")
		if err != nil {
			t.Fatal(err)
		}
		for name, w := range map[string]features.Weights{
			"frozen": best, "hand": g.Info().Hand, "phases and connectives": elaborate(evolved, g.Info().Phases),
		} {
			t.Run(g.Info().Name+"/"+name, func(t *testing.T) { explained(t, g, w) })
		}
	}
}

// elaborate adds connectives to weights and, if there can be one, an endgame
// with the weights in the opposite order.
func elaborate(w features.Weights, phases bool) features.Weights {
	w.Features = append(slices.Clone(w.Features), w.Features[0]+">=1", w.Features[1]+"<=0 & "+w.Features[0]+"<1")
	w.Values = append(slices.Clone(w.Values), .3, -.2)
	if phases {
		back := slices.Clone(w.Values)
		slices.Reverse(back)
		w.Endgame = &features.Endgame{From: .1, Values: back}
	}
	return w
}

func explained(t *testing.T, g Game, w features.Weights) {
	a, err := g.Agent(Spec{Name: "frozen", Weights: w}.With("depth", "1"), Env{})
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := game.NewRand(1)
	seen, phases := 0, map[string]bool{}
	share := 1
	if longtest.Enabled() {
		share = 4
	}
	early := w.Endgame != nil && w.Endgame.From < .5
	few := func() bool { return seen < 5 || early && len(phases) != 2 }
	for game := 0; game < 1 || game < 2 && (longtest.Enabled() || few()); game++ {
		b := start(t, g)
		for plies, next := 0, 0; plies < 200 && !b.Outcome().Over(); plies++ {
			best, phase, ok := 0.0, "", false
			if plies == next {
				best, phase, ok = bestOfExplained(t, g, b, w)
				next += 1 + plies/share
			}
			if ok {
				seen, phases[phase] = seen+1, true
				if got := searched(t, a, b); got != best {
					t.Fatalf("%s: the search says %v, the best explanation %v", b.Position(), got, best)
				}
			}
			moves := b.Moves(nil)
			b.Play(moves[r.Intn(len(moves))])
		}
	}
	// Random games end before the endgame of Konane's frozen weights.
	if few() {
		t.Errorf("%d positions, phases %v", seen, phases)
	}
}

func start(t *testing.T, g Game) Board {
	t.Helper()
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// bestOfExplained is the best score after a move, if none of them ends the game
// or begins another phase.
func bestOfExplained(t *testing.T, g Game, b Board, w features.Weights) (best float64, phase string, ok bool) {
	t.Helper()
	phase = explain(t, b, w).Phase
	best = math.Inf(-1)
	for _, m := range b.Moves(nil) {
		child, err := g.Board("", b.Position())
		if err != nil {
			t.Fatal(err)
		}
		child.Play(m)
		e := explain(t, child, w)
		if child.Outcome().Over() || e.Phase != phase {
			return 0, "", false
		}
		best = max(best, -e.Score)
	}
	return best, phase, true
}

// explain checks that the parts add up to the whole.
func explain(t *testing.T, b Board, w features.Weights) features.Explanation {
	t.Helper()
	e, err := b.Explain(w)
	if err != nil {
		t.Fatal(err)
	}
	sum, last := 0.0, math.Inf(1)
	for _, p := range e.Features {
		sum += p.Contribution
		if size := math.Abs(p.Contribution); size > last {
			t.Fatalf("%s: %s is out of order", b.Position(), p.Feature)
		} else {
			last = size
		}
	}
	// The sum of the tables is rounded, and that of the net, and the whole of each of two
	// phases, not feature by feature.
	off := 0.
	switch {
	case w.Blend != nil:
		off = 2. / features.Unit
	case w.Patterns != nil:
		off = 1. / features.Unit
	}
	if w.Net != nil {
		off += 1. / features.Unit
	}
	if math.Abs(sum-e.Score) > off || len(e.Features) != len(w.Features) {
		t.Fatalf("%s: %d features add up to %v, want %v", b.Position(), len(e.Features), sum, e.Score)
	}
	return e
}

func searched(t *testing.T, a Agent, b Board) float64 {
	t.Helper()
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	choice, err := p.Choose(context.Background(), b, Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return float64(choice.Score) / features.Unit
}

func TestOtherAgentsHaveNoEvaluation(t *testing.T) {
	for _, g := range Games() {
		for _, kind := range Kinds() {
			_, err := start(t, g).Evaluation(Spec{Name: kind.Name})
			if kind.Linear != (err == nil) || !kind.Linear && !errors.Is(err, ErrNoEvaluation) {
				t.Errorf("%s/%s: %v", g.Info().Name, kind.Name, err)
			}
		}
	}
}

// No player asks the solver of its game: the rules of Konane forbid what it is
// built on.
func TestPlayersDoNotSolve(t *testing.T) {
	unsolved[konane.State](t, konaneParts())
	unsolved[tictactoe.State](t, tictactoeParts())
}

func unsolved[S comparable, P game.Position[S]](t *testing.T, parts Parts[S]) {
	asked := 0
	parts.Solve = func(*S, search.Limits, func() time.Duration) search.Proof {
		asked++
		return search.Proof{Known: true, Nodes: 1}
	}
	g := Bind[S, P](parts)
	for _, text := range []string{"random", "greedy", "aggressive", "alphabeta", "minimax", "reference:depth=1", "hand", "frozen"} {
		spec, err := ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Agent(spec, Env{})
		if err != nil {
			t.Fatal(err)
		}
		playSome(t, g, a)
		if asked > 0 {
			t.Errorf("%s: %s asks the solver", parts.Rules.Name, text)
		}
	}
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Solve(search.Limits{}); err != nil || asked != 1 {
		t.Errorf("%s: solved %d times, %v", parts.Rules.Name, asked, err)
	}
}

// A player that begins another game plays it as a new one does: its phase, its tables and
// its past are those of that game. Two games at a time have nothing in common.
func TestPlayersBeginAnew(t *testing.T) {
	for _, g := range Games() {
		evolved, err := frozen.Evolved.Weights(g.Info().Name, "")
		if err != nil {
			t.Fatal(err)
		}
		specs := []Spec{
			{Name: "random"}, {Name: "greedy"}, {Name: "aggressive"}, {Name: "alphabeta"}, {Name: "minimax"}, {Name: "reference"},
			Spec{Name: "hand"}.With("depth", "2").With("ties", "random"),
			Spec{Name: "frozen", Weights: elaborate(evolved, g.Info().Phases)}.With("nodes", "300"),
		}
		for _, spec := range specs {
			t.Run(g.Info().Name+"/"+spec.Name, func(t *testing.T) {
				want := [][]game.Move{playedBy(t, g, opened(t, g, spec), 1)[0], playedBy(t, g, opened(t, g, spec), 2)[0]}
				a := opened(t, g, spec)
				playedBy(t, g, a, 3)
				for i, got := range playedBy(t, g, a, 1, 2) {
					if !slices.Equal(got, want[i]) {
						t.Errorf("seed %d: %v, a new player %v", i+1, got, want[i])
					}
				}
			})
		}
	}
}

func opened(t *testing.T, g Game, spec Spec) Agent {
	t.Helper()
	a, err := g.Agent(spec, Env{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// playedBy are the first moves of games, one a seed, that an agent plays at the same time.
// One player moves for both sides of a game.
func playedBy(t *testing.T, g Game, a Agent, seeds ...uint64) (moves [][]game.Move) {
	t.Helper()
	var boards []Board
	var players []Player
	for _, seed := range seeds {
		p, err := a.Player(seed)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		boards, players = append(boards, start(t, g)), append(players, p)
	}
	for range 40 {
		for i, b := range boards {
			if _, over := b.Ended(0); over {
				continue
			}
			c, err := players[i].Choose(context.Background(), b, Clock{PliesLeft: b.PliesLeft()})
			if err != nil {
				t.Fatal(err)
			}
			b.Play(c.Move)
		}
	}
	for _, b := range boards {
		moves = append(moves, b.Played())
	}
	return moves
}
