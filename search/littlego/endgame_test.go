package littlego

import (
	"slices"
	"testing"
	"time"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/search"
)

// lost is a position that Black loses, whatever it plays.
func lost(t testing.TB) littlego.State {
	t.Helper()
	for _, e := range readExact(t) {
		if e.Value == "loss" && e.Left == 10 {
			return parse(t, e.Position)
		}
	}
	t.Fatal("no lost position")
	return littlego.State{}
}

func TestEndgamePlaysTheBook(t *testing.T) {
	b, err := ParseBook(smallBook(t))
	if err != nil {
		t.Fatal(err)
	}
	s := parse(t, "start")
	r, known := NewEndgame(b, nil).Book(&s)
	if !known || r.Move != move(t, &s, "2,2") || r.Score != search.Win || r.Nodes != 0 {
		t.Errorf("%+v, %v", r, known)
	}
	if r, known := NewEndgame(Book{}, nil).Book(&s); known {
		t.Errorf("an empty book has the answer %+v", r)
	}
	if _, known := NewEndgame(Book{}, nil).Move(&s, search.Limits{Nodes: 1_000_000}); known {
		t.Error("the start is proven in a million nodes")
	}
}

func TestEndgameKeepsWins(t *testing.T) {
	for _, e := range readExact(t) {
		if e.Value != "win" || e.Left > 12 {
			continue
		}
		s := parse(t, e.Position)
		r, known := NewEndgame(Book{}, nil).Move(&s, search.Limits{Nodes: 400_000})
		if text := littlego.Rules().FormatMove(&s, r.Move); !known || r.Score != search.Win || !slices.Contains(e.Moves, text) {
			t.Errorf("%s: %s, %v; %v win", e.Position, text, known, e.Moves)
		}
	}
}

// The limits hold for the proof and the search for the hardest move together.
func TestEndgameStaysWithinItsLimits(t *testing.T) {
	s := lost(t)
	for nodes := uint64(2000); nodes < 300_000; nodes *= 2 {
		r, known := NewEndgame(Book{}, nil).Move(&s, search.Limits{Nodes: nodes})
		if r.Nodes > nodes || known && r.Score != -search.Win {
			t.Errorf("%d nodes: %+v, %v", nodes, r, known)
		}
	}
	var now time.Duration
	clock := func() time.Duration { now += time.Millisecond; return now }
	if NewEndgame(Book{}, clock).Move(&s, search.Limits{Time: 50 * time.Millisecond}); now > 55*time.Millisecond {
		t.Errorf("it took %v of 50ms", now)
	}
}

// The hope of a move is the weight of the likely replies that let the win go, here one
// reply ahead, counted by trying everything.
func TestHardestMove(t *testing.T) {
	z := NewSolver(14, nil)
	met := 0
	for _, s := range late(t, 800, 3) {
		if brute(&s) {
			continue
		}
		met++
		m := z.Hardest(&s, search.Limits{})
		most := 0
		for _, own := range s.Moves(nil) {
			most = max(most, slips(z, &s, own))
		}
		if hope := slips(z, &s, m); hope != most {
			t.Fatalf("%s: hope %d after %x, the most is %d", littlego.Rules().Format(&s), hope, m, most)
		}
	}
	if met < 50 {
		t.Errorf("only %d lost positions", met)
	}
}

// slips is the hope of a move, one reply ahead.
func slips(z *Solver, s *littlego.State, m game.Move) int {
	var after, next littlego.State
	s.Play(m, &after)
	if after.Outcome().Over() {
		return 0
	}
	var replies choices
	z.expect(&after, &replies)
	sum, total := 0, 0
	for i := range replies.n {
		after.Play(replies.moves[i], &next)
		total += int(replies.weights[i])
		if o := next.Outcome(); o.Over() && o.Result == game.Win(s.Turn()) || !o.Over() && brute(&next) {
			sum += int(replies.weights[i]) * certain
		}
	}
	return sum / total
}

func TestSolverAllocatesNothing(t *testing.T) {
	z := NewSolver(12, nil)
	positions := late(t, 50, 8)
	if n := testing.AllocsPerRun(3, func() {
		for i := range positions {
			if _, won, _ := z.Wins(&positions[i], search.Limits{}); !won {
				z.Hardest(&positions[i], search.Limits{Nodes: 1000})
			}
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Where a win can be lost a proof gets all of the time, if there is enough to try.
func TestWinGetsAllOfTheTime(t *testing.T) {
	const left = 14
	var s littlego.State
	for _, e := range readExact(t) {
		if e.Left == left && e.Value == "win" {
			s = parse(t, e.Position)
		}
	}
	z := NewSolver(tableBits(left), nil)
	z.Wins(&s, search.Limits{})
	const look = time.Millisecond // of 3 M nodes a second
	reads := time.Duration(z.Nodes/1000+100) * look
	for _, c := range []struct {
		limits search.Limits
		won    bool
	}{
		{search.Limits{Time: 2 * reads}, true},
		{search.Limits{Time: time.Millisecond}, false}, // not worth a try
		{search.Limits{Nodes: 1 << 30}, true},
		{search.Limits{Nodes: 1000}, false},
		{search.Limits{}, false},
	} {
		var now time.Duration
		e := NewEndgame(Book{}, func() time.Duration { now += look; return now })
		won := false
		if e.Hopeful(&s, c.limits) {
			r, known := e.Win(&s, game.NoMove, c.limits)
			won = known && r.Exact && r.Score == search.Win
		}
		if won != c.won {
			t.Errorf("%+v: %v, want %v", c.limits, won, c.won)
		}
	}
}

// A proof tries a guess first. Where it is not finished, its move is the guess or one that it
// has come to after refuting others, and with more nodes the same or a later one: never again
// one that was refuted, and always the winning one once it has come to it.
func TestUnfinishedProofsMoveOn(t *testing.T) {
	const left, growth, parts = 12, 2, 8
	positions := 0
	for _, e := range readExact(t) {
		if e.Left != left {
			continue
		}
		if positions++; positions%parts != 0 && !longtest.Enabled() {
			continue
		}
		s := parse(t, e.Position)
		wins := func(m game.Move) bool {
			return m != game.NoMove && slices.Contains(e.Moves, littlego.Rules().FormatMove(&s, m))
		}
		for _, guess := range s.Moves(nil) {
			var met []game.Move
			known := false
			for nodes := uint64(1); !known; nodes *= growth {
				var m game.Move
				m, _, known = NewSolver(16, nil).WinsBy(guess, &s, search.Limits{Nodes: nodes})
				if n := len(met); n > 0 && met[n-1] == m {
					continue
				}
				if wins(guess) && m != guess || len(met) > 0 && wins(met[len(met)-1]) || slices.Contains(met, m) {
					t.Errorf("%s: %v, then %v with %d nodes; the guess is %v", e.Position, met, m, nodes, guess)
				}
				met = append(met, m)
			}
			if last := met[len(met)-1]; wins(last) != (e.Value == "win") {
				t.Errorf("%s: at last %v", e.Position, last)
			}
		}
	}
	if positions < parts {
		t.Errorf("%d positions", positions)
	}
}

// A position that Win has found lost needs no second proof.
func TestLostPositionsAreNotProvenTwice(t *testing.T) {
	for _, e := range readExact(t) {
		if e.Left != 12 || e.Value == "win" {
			continue
		}
		s := parse(t, e.Position)
		game := NewEndgame(Book{}, nil)
		if _, known := game.Win(&s, s.Moves(nil)[0], search.Limits{Nodes: 1 << 30}); known {
			t.Errorf("%s: not lost", e.Position)
		}
		const few = 100
		if r, known := game.Move(&s, search.Limits{Nodes: few}); !known || !r.Exact || r.Score != -search.Win || r.Nodes > 2*few {
			t.Errorf("%s: %+v, %v", e.Position, r, known)
		}
	}
}

// A change of this number is a change of the search: measure what it does.
func TestNodeCount(t *testing.T) {
	const want = 157_622
	nodes := uint64(0)
	for _, e := range readExact(t) {
		if e.Left == 11 {
			s := parse(t, e.Position)
			z := NewSolver(16, nil)
			z.Winning(&s, search.Limits{}, nil)
			nodes += z.Nodes
		}
	}
	if nodes != want {
		t.Errorf("%d nodes for the positions with 11 plies left, want %d", nodes, want)
	}
}
