package agent

import (
	"context"
	"flag"
	"fmt"
	"runtime"
	"testing"
	"time"

	"evolab/game"
	"evolab/search/cputime"
)

var long = flag.Bool("long", false, "1,000 moves of each game at 0.01, 0.05 and 0.5 s")

// Nobody takes more than the clock allows, at any point of any game.
func TestNoMoveIsOverTime(t *testing.T) {
	if !cputime.PerThread {
		t.Skip("other tests' CPU time cannot be told from this one's")
	}
	for _, c := range []struct {
		move          time.Duration
		short, longer int // moves
	}{{10 * time.Millisecond, 20, 1000}, {50 * time.Millisecond, 2, 1000}, {500 * time.Millisecond, 0, 1000}} {
		moves := c.short
		if *long {
			moves = c.longer
		}
		for _, g := range Games()[:min(moves, len(Games()))] {
			t.Run(fmt.Sprintf("%s/%v", g.Info().Name, c.move), func(t *testing.T) { timed(t, g, c.move, moves) })
		}
	}
}

// timed plays so many moves of a game, against random ones, with a time for
// each.
func timed(t *testing.T, g Game, move time.Duration, moves int) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var player Player
	var b Board
	r := game.NewRand(1)
	over, most := 0, time.Duration(0)
	for n := 0; n < moves; {
		if b == nil || b.Outcome().Over() || b.PliesLeft() == 0 {
			player, b = newGame(t, g)
		}
		if r.Intn(2) == 0 { // either side, and any phase of the game
			legal := b.Moves(nil)
			b.Play(legal[r.Intn(len(legal))])
			continue
		}
		n++
		choice, took, err := ask(player, b, move)
		if took > move && !*long { // tests of other packages run beside this one
			choice, took, err = ask(player, b, move)
		}
		if err != nil || !Legal(b, choice.Move) {
			t.Fatalf("%s: %s: %v, %v", g.Info().Name, b.Position(), choice.Move, err)
		}
		if most = max(most, took); took > move {
			over++
			t.Errorf("%s: %s: %v of %v", g.Info().Name, b.Position(), took, move)
		}
		b.Play(choice.Move)
	}
	t.Logf("%s: %d moves of %v: %d over, the longest %v", g.Info().Name, moves, move, over, most)
}

// ask also returns the CPU time that the answer took.
func ask(player Player, b Board, move time.Duration) (Choice, time.Duration, error) {
	began := cputime.Thread()
	choice, err := player.Choose(context.Background(), b, Clock{Move: move, PliesLeft: b.PliesLeft()})
	return choice, cputime.Thread() - began, err
}

// newGame is a start position and the agent that is shipped.
func newGame(t *testing.T, g Game) (Player, Board) {
	t.Helper()
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(Spec{Name: "frozen"}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Player(1)
	if err != nil {
		t.Fatal(err)
	}
	return p, b
}
