package arena

import (
	"context"
	"slices"
	"sync"
	"testing"

	"evolab/agent"
)

// Where games usually end is measured: half of the games of evolved against itself
// end before, half after. With -long there are more games, and of all sizes that
// the table of a game has.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		game, variant, player string
		games                 int
		slow                  bool
	}{
		{"littlego", "", "evolved:nodes=300,book=off", 20, false},
		{"checkers", "", "evolved:nodes=300", 20, false},
		{"halma", "", "evolved:depth=1,ties=random", 12, false},
		{"konane", "4x4", "evolved:nodes=300", 40, false},
		{"konane", "6x6", "evolved:nodes=300", 40, false},
		{"konane", "8x8", "evolved:nodes=300", 20, false},
		{"konane", "12x12", "evolved:nodes=300", 20, true},
		{"konane", "18x18", "evolved:nodes=300", 4, false},
	} {
		t.Run(c.game+c.variant, func(t *testing.T) {
			if c.slow && !*long {
				t.Skip("takes long")
			}
			if *long {
				c.games = max(60, 5*c.games)
			}
			g, err := agent.FindGame(c.game)
			if err != nil {
				t.Fatal(err)
			}
			ends := endsOf(t, g, c.variant, c.player, c.games)
			at := func(q float64) float64 { return ends[int(q*float64(len(ends)-1))] }
			want := g.End(c.variant)
			t.Logf("%s %s: %d games end at %.3f [%.3f, %.3f] (the middle four fifths), listed %.3f", c.game, c.variant, len(ends), at(.5), at(.1), at(.9), want)
			if middle := at(.5); middle < want-.06 || middle > want+.06 {
				t.Errorf("games end at %.3f, listed %.3f", middle, want)
			}
		})
	}
}

// endsOf lists the progress at the end of games, the smallest first.
func endsOf(t *testing.T, g agent.Game, variant, player string, games int) []float64 {
	t.Helper()
	jobs, err := Match{Variant: variant, Games: games, OpeningPlies: 4, Seed: 1, OwnSeeds: true}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	ends := make([]float64, len(jobs))
	var mu sync.Mutex
	round := Round{Game: g, Agents: agentsOf(t, g, player, player), Ply: func(p Ply) {
		mu.Lock()
		defer mu.Unlock()
		ends[p.Job.ID] = p.Board.Progress()
	}}
	if _, err := (Cores{}).Run(context.Background(), round, jobs); err != nil {
		t.Fatal(err)
	}
	slices.Sort(ends)
	return ends
}
