package agent

import (
	"context"
	"runtime"
	"testing"
	"time"

	featcheckers "evolab/features/checkers"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/search/cputime"
)

func TestReferenceDepth(t *testing.T) {
	for _, c := range []struct {
		left    time.Duration
		deepest int
		want    int
	}{
		{0, 4, 4}, {300 * time.Second, 4, 4}, {100 * time.Second, 4, 4}, {100*time.Second - 1, 4, 3}, {10 * time.Second, 4, 3},
		{10*time.Second - 1, 4, 2}, {2 * time.Second, 4, 2}, {2*time.Second - 1, 4, 1}, {1, 4, 1},
		{300 * time.Second, 6, 6}, {50 * time.Second, 6, 3}, {50 * time.Second, 2, 2}, {time.Second, 2, 1},
	} {
		if got := referenceDepth(c.deepest, c.left); got != c.want {
			t.Errorf("%d plies with %v left, want %d", got, c.left, c.want)
		}
	}
}

// A move of the course's program took about 0.3 s at four plies.
func TestReferenceCharge(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		pace       time.Duration
		depth      int
		used, left time.Duration
		want       time.Duration
	}{
		{0, 4, 5 * ms, 0, 0}, // the referee measures
		{343 * ms, 4, 5 * ms, 0, 343 * ms},
		{343 * ms, 3, 5 * ms, 0, 49 * ms},
		{343 * ms, 1, 0, 0, ms},
		{343 * ms, 4, 400 * ms, 0, 400 * ms}, // it took longer
		{343 * ms, 4, 5 * ms, 400 * ms, 100 * ms},
	} {
		a := reference[checkers.State, *checkers.State]{deepest: 4, pace: c.pace, minimax: &minimax[checkers.State, *checkers.State]{depth: c.depth}}
		if got := a.charge(c.used, c.left); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// byHand is minimax as it is written in books, for the side to move.
func byHand(s *checkers.State, depth, ply int) int {
	switch s.Outcome().Result {
	case game.Win(s.Turn().Other()): // nobody can move to a win of the side to move
		return featcheckers.Tactics().Reference(s, s.Turn()) - gameWorth + ply*plyWorth
	case game.Draw:
		return 0
	}
	if depth == 0 {
		return featcheckers.Tactics().Reference(s, s.Turn())
	}
	best := -2 * gameWorth
	for _, m := range s.Moves(nil) {
		var child checkers.State
		s.Play(m, &child)
		best = max(best, -byHand(&child, depth-1, ply+1))
	}
	return best
}

// The reference plays all of the best moves, and no others: with the whole of
// its time at four plies, then at fewer.
func TestReferencePlaysTheBestMoves(t *testing.T) {
	g, err := FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(Spec{Name: "reference"}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	for _, position := range []string{
		"start",
		".b...b../..b...b./.....w.b/....w.../.b....../w...w.w./...B..../......w. b",
		"...W..../b.b.b.../.......w/b.b.b.../......../w...w.w./.w.w.w.w/w....... w",
	} {
		for left, depth := range map[time.Duration]int{100 * time.Second: 4, 99 * time.Second: 3, 5 * time.Second: 2, time.Second: 1} {
			b, err := g.Board("", position)
			if err != nil {
				t.Fatal(err)
			}
			s := &b.(*gameBoard[checkers.State, *checkers.State]).state
			values, most := map[game.Move]int{}, -2*gameWorth
			for _, m := range b.Moves(nil) {
				var child checkers.State
				s.Play(m, &child)
				values[m] = -byHand(&child, depth-1, 1)
				most = max(most, values[m])
			}
			played := map[game.Move]bool{}
			for seed := range uint64(100) {
				p, err := a.Player(seed)
				if err != nil {
					t.Fatal(err)
				}
				choice, err := p.Choose(context.Background(), b, Clock{Left: left})
				if err != nil {
					t.Fatal(err)
				}
				played[choice.Move] = true
			}
			for m, value := range values {
				if played[m] != (value == most) {
					t.Errorf("%s, %v left: %s, worth %d of %d, was played: %v", position, left, b.FormatMove(m), value, most, played[m])
				}
			}
		}
	}
}

// Four plies of Halma take half a second at the start and minutes later;
// the clock breaks them off.
func TestReferenceKeepsAnyTime(t *testing.T) {
	runtime.LockOSThread() // as the arena does, for CPU time is the thread's
	defer runtime.UnlockOSThread()
	g, err := FindGame("halma")
	if err != nil {
		t.Fatal(err)
	}
	a, err := g.Agent(Spec{Name: "reference"}, Env{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := g.Board("", "start")
	if err != nil {
		t.Fatal(err)
	}
	for _, clock := range []Clock{
		{Move: 40 * time.Millisecond}, {Move: 10 * time.Millisecond}, {Left: time.Second, Move: 10 * time.Millisecond},
		{Left: 200 * time.Second, Move: 20 * time.Millisecond}, {Left: 5 * time.Millisecond}, {Left: 1},
	} {
		p, err := a.Player(1)
		if err != nil {
			t.Fatal(err)
		}
		began := cputime.Thread()
		choice, err := p.Choose(context.Background(), b, clock)
		used := cputime.Thread() - began
		if err != nil || !Legal(b, choice.Move) {
			t.Fatalf("%+v: %s, %v", clock, b.FormatMove(choice.Move), err)
		}
		if allowed := shorter(clock.Left, clock.Move); clock.Move > 0 && used > allowed {
			t.Errorf("%+v: used %v", clock, used)
		}
	}
}

// searches allocate nothing once they have begun.
func TestReferenceAllocatesNothing(t *testing.T) {
	parts := checkersParts()
	g := &bound[checkers.State, *checkers.State]{parts}
	a := newReference(g.baseline(game.NewRand(1)), 4, 0)
	s, err := checkers.Start("")
	if err != nil {
		t.Fatal(err)
	}
	a.choose(&s, nil, Clock{})
	if n := testing.AllocsPerRun(10, func() { a.choose(&s, nil, Clock{Left: time.Hour}) }); n > 0 {
		t.Errorf("%v allocations a move", n)
	}
}

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
