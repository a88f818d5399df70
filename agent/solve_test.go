package agent

import (
	"testing"
	"time"

	"evolab/game"
	"evolab/game/konane"
	"evolab/game/tictactoe"
	"evolab/search"
)

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
