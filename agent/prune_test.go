package agent

import (
	"context"
	"testing"
	"time"

	"evolab/game"
)

// Without a clock the reference leaves out what cannot change its choice: it
// plays the moves of the full tree, lots included.
func TestReferencePrunesNothingThatMatters(t *testing.T) {
	for _, c := range []struct{ name, variant, depth string }{{"checkers", "", "4"}, {"halma", "", "2"}, {"konane", "6x6", "3"}, {"tictactoe", "", "5"}} {
		g, err := FindGame(c.name)
		if err != nil {
			t.Fatal(err)
		}
		var players [2]Player
		for i := range players {
			a, err := g.Agent(Spec{Name: "reference"}.With("depth", c.depth), Env{})
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if players[i], err = a.Player(7); err != nil {
				t.Fatal(err)
			}
			defer players[i].Close()
		}
		b, err := g.Board(c.variant, "start")
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ply < 20 && !b.Outcome().Over(); ply++ {
			var moves [2]game.Move
			for i, p := range players {
				choice, err := p.Choose(context.Background(), b, Clock{Left: time.Duration(i) * time.Hour})
				if err != nil {
					t.Fatal(err)
				}
				moves[i] = choice.Move
			}
			if moves[0] != moves[1] {
				t.Fatalf("%s, ply %d: %s with pruning, %s without", c.name, ply, b.FormatMove(moves[0]), b.FormatMove(moves[1]))
			}
			b.Play(moves[0])
		}
	}
}
