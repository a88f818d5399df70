package think

import (
	"testing"
	"time"

	"evolab/features"
	featcheckers "evolab/features/checkers"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/checkers"
	"evolab/game/gametest"
	"evolab/game/halma"
	"evolab/search"
	"evolab/search/budget"
)

type checkersThinker = Thinker[checkers.State, *checkers.State]

func checkersAt(t testing.TB, position string, clock func() time.Duration) (*checkersThinker, checkers.State) {
	t.Helper()
	eval, err := features.NewLinear(featcheckers.Set(), featcheckers.Hand())
	if err != nil {
		t.Fatal(err)
	}
	s, err := checkers.Rules().Parse("", position)
	if err != nil {
		t.Fatal(err)
	}
	return New[checkers.State](eval, clock), s
}

const (
	ahead  = "......../..W...../...W..../......../.......B/....B.../.......B/........ b 21"
	behind = "......../..B...../...B..../......../.......W/....W.../.......W/....W.W. b 21"
)

// seen is that the position after some moves was there so many times.
func seen(s *checkers.State, times int, moves ...game.Move) Cycles {
	c := Cycles{Draw: 3}
	for _, m := range s.Moves(nil) {
		n := 0
		for _, back := range moves {
			if m == back {
				n = times
			}
		}
		c.Seen = append(c.Seen, n)
	}
	return c
}

// Without a past and without a clock it is the search.
func TestThinksAsTheSearch(t *testing.T) {
	for _, position := range []string{"start", ahead, behind} {
		thinker, s := checkersAt(t, position, nil)
		limits := search.Limits{Depth: 5}
		thinker.Begin(&s, limits, budget.Allowance{}, Cycles{})
		got, want := thinker.Run(), thinker.engine.Search(&s, limits)
		if got.Move != want.Move || got.Score != want.Score || got.Depth != want.Depth || got.Nodes != want.Nodes || len(got.PV) != len(want.PV) {
			t.Errorf("%s: %+v, want %+v", position, got, want)
		}
	}
}

func TestCyclesInCheckers(t *testing.T) {
	for _, c := range []struct {
		name, position string
		times          int
		leavesUsual    bool // for another move
		draws          bool
	}{
		{"ahead, a position for the second time", ahead, 1, true, false},
		{"ahead, a draw", ahead, 2, true, false},
		{"behind, a position for the second time", behind, 1, false, false},
		{"behind, a draw", behind, 2, false, true},
	} {
		thinker, s := checkersAt(t, c.position, nil)
		limits := search.Limits{Depth: 5}
		thinker.Begin(&s, limits, budget.Allowance{}, Cycles{})
		usual := thinker.Run().Move
		thinker.Begin(&s, limits, budget.Allowance{}, seen(&s, c.times, usual))
		got := thinker.Run()
		if (got.Move != usual) != c.leavesUsual || c.draws && got.Score != 0 || c.leavesUsual && got.Score < 1 {
			t.Errorf("%s: %x after %x, score %d", c.name, got.Move, usual, got.Score)
		}
	}
}

// Where all moves lead back the best one is played; a draw that is not the best
// move is still taken by who is behind.
func TestNoWayOut(t *testing.T) {
	thinker, s := checkersAt(t, ahead, nil)
	moves := s.Moves(nil)
	limits := search.Limits{Depth: 4}
	thinker.Begin(&s, limits, budget.Allowance{}, Cycles{})
	usual := thinker.Run().Move
	thinker.Begin(&s, limits, budget.Allowance{}, seen(&s, 1, moves...))
	if got := thinker.Run().Move; got != usual {
		t.Errorf("%x, want %x", got, usual)
	}
	thinker, s = checkersAt(t, behind, nil)
	thinker.Begin(&s, limits, budget.Allowance{}, Cycles{})
	usual = thinker.Run().Move
	for _, m := range s.Moves(nil) {
		thinker.Begin(&s, limits, budget.Allowance{}, seen(&s, 2, m))
		if got := thinker.Run(); got.Move != m || got.Score != 0 {
			t.Errorf("%x is no draw for %x, whose usual move is %x", got.Move, m, usual)
		}
	}
}

func halmaStart(t testing.TB) (*Thinker[halma.State, *halma.State], halma.State) {
	t.Helper()
	eval, err := features.NewLinear(feathalma.Set(), feathalma.Hand())
	if err != nil {
		t.Fatal(err)
	}
	s, err := halma.Rules().Start("")
	if err != nil {
		t.Fatal(err)
	}
	return New[halma.State](eval, nil), s
}

// In Halma nobody gains by going round, and the price of another move rises.
func TestCyclesInHalma(t *testing.T) {
	thinker, s := halmaStart(t)
	limits := search.Limits{Depth: 2}
	thinker.Begin(&s, limits, budget.Allowance{}, Cycles{})
	usual := thinker.Run()
	c := Cycles{Seen: make([]int, len(s.Moves(nil)))}
	for i, m := range s.Moves(nil) {
		if m == usual.Move {
			c.Seen[i] = 1
		}
	}
	thinker.Begin(&s, limits, budget.Allowance{}, c)
	if got := thinker.Run(); got.Move == usual.Move || got.Score < usual.Score-slack {
		t.Errorf("%x %d after %x %d", got.Move, got.Score, usual.Move, usual.Score)
	}
	for n, want := range []int{1: 500 - slack, 2: 500 - 3*slack, 3: 500 - 9*slack, 40: -search.Proven} {
		if got := c.least(500, n); n > 0 && want != 0 && got != want {
			t.Errorf("seen %d times: %d, want %d", n, got, want)
		}
	}
}

// ticking is a clock that moves on at each look.
type ticking struct{ now, step time.Duration }

func (c *ticking) look() time.Duration {
	c.now += c.step
	return c.now
}

// However the time is cut, there is a legal move, and no more looks at the clock
// than it allows.
func TestTimeIsKept(t *testing.T) {
	for _, position := range []string{"start", ahead, behind} {
		for step := 1; step <= 40; step++ {
			clock := &ticking{step: time.Duration(step) * time.Millisecond}
			thinker, s := checkersAt(t, position, clock.look)
			a := budget.Allowance{Move: 100 * time.Millisecond}
			thinker.Begin(&s, search.Limits{Depth: 8}, a, seen(&s, 1, s.Moves(nil)[1:]...))
			began := clock.now
			got := thinker.Run()
			// One look to notice, and one more by the manager.
			if took := clock.now - began; took > a.Hard()+4*clock.step {
				t.Errorf("%s, looks %v apart: %v", position, clock.step, took)
			}
			if got.Move == game.NoMove || place(thinker.moves, got.Move) < 0 {
				t.Errorf("%s: %+v", position, got)
			}
		}
	}
}

func TestNodesAreKept(t *testing.T) {
	for nodes := uint64(100); nodes < 20_000; nodes *= 2 {
		thinker, s := checkersAt(t, ahead, nil)
		thinker.Begin(&s, search.Limits{Nodes: nodes}, budget.Allowance{}, seen(&s, 1, s.Moves(nil)[1:]...))
		if got := thinker.Run(); got.Nodes > nodes+100 {
			t.Errorf("%d nodes, allowed %d", got.Nodes, nodes)
		}
	}
}

func TestPast(t *testing.T) {
	_, s := checkersAt(t, "start", nil)
	p := Past[checkers.State, *checkers.State]{Key: (*checkers.State).BoardHash, Draw: 3}
	r := game.NewRand(5)
	for move := range 10 {
		fresh, err := checkers.New(checkers.Setup{Black: s.Black(), White: s.White(), Kings: s.Kings(), Turn: s.Turn()})
		if err != nil {
			t.Fatal(err)
		}
		now := p.Meet(&fresh)
		if move > 0 && now != s || p.Known != (move > 0) || len(p.Seen.Keys) != 2*move+1 {
			t.Fatalf("move %d: %+v, want %+v", move, now, s)
		}
		m := gametest.Pick(&s, &r)
		p.Leave(&s, m)
		s.Play(m, &s)
		if c := p.Cycles(&s); c.near(len(c.Seen)) {
			t.Errorf("move %d leads back", move)
		}
		s.Play(gametest.Pick(&s, &r), &s)
	}
	_, other := checkersAt(t, ahead, nil)
	if p.Meet(&other); p.Known || len(p.Seen.Keys) != 1 {
		t.Errorf("another game: known %v, %d positions", p.Known, len(p.Seen.Keys))
	}
	for range 2 {
		m := other.Moves(nil)[0]
		p.Leave(&other, m)
	}
	if c := p.Cycles(&other); c.seen(0) != 2 || !c.draws(0) || c.draws(1) {
		t.Errorf("%+v", c)
	}
}

// Thinking allocates nothing, once there is room.
func TestNoAllocation(t *testing.T) {
	thinker, s := checkersAt(t, ahead, nil)
	p := Past[checkers.State, *checkers.State]{Key: (*checkers.State).BoardHash, Draw: 3}
	think := func() {
		p.Meet(&s)
		for _, m := range s.Moves(p.moves[:0])[:1] {
			p.Leave(&s, m)
		}
		thinker.Begin(&s, search.Limits{Depth: 4}, budget.Allowance{}, p.Cycles(&s))
		thinker.Run()
	}
	think()
	think()
	if n := testing.AllocsPerRun(10, think); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// A board that has kept the whole game itself, however long, tells the same.
func TestRecall(t *testing.T) {
	_, s := checkersAt(t, ahead, nil)
	p := Past[checkers.State, *checkers.State]{Key: (*checkers.State).BoardHash, Draw: 3}
	var after checkers.State
	s.Play(s.Moves(nil)[0], &after)
	for _, length := range []int{0, 2, game.HistoryMax - 1, 3 * game.HistoryMax} {
		before := make([]uint64, length)
		for i := range before {
			before[i] = uint64(i)
		}
		if length > 0 {
			before[length-1] = after.BoardHash()
		}
		p.Recall(before, &s)
		c := p.Cycles(&s)
		if want := min(length+1, game.HistoryMax); len(c.after()) != want || len(c.before()) != want-1 || c.Keys[want-1] != s.BoardHash() {
			t.Errorf("%d positions: %d are kept", length, len(c.Keys))
		}
		if want := min(length, 1); c.seen(0) != want || c.seen(1) != 0 {
			t.Errorf("%d positions: %v", length, c.Seen)
		}
	}
}

// The search itself sees a draw in what the game has seen.
func TestSearchKnowsTheHistory(t *testing.T) {
	thinker, s := checkersAt(t, behind, nil)
	c := Cycles{Draw: 3}
	var after checkers.State
	s.Play(s.Moves(nil)[0], &after)
	c.Keys = []uint64{1, after.BoardHash(), 2, 3, 4, 5, s.BoardHash()}
	thinker.Begin(&s, search.Limits{Depth: 4}, budget.Allowance{}, c)
	if got := thinker.Run(); got.Move != s.Moves(nil)[0] || got.Score != 0 {
		t.Errorf("%x %d, want %x 0", got.Move, got.Score, s.Moves(nil)[0])
	}
}
