package search_test

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"evolab/features"
	featlg "evolab/features/littlego"
	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
	"evolab/search/cputime/cputimetest"
)

type engine = search.Engine[littlego.State, *littlego.State]

func evaluation(t testing.TB) features.Linear[littlego.State] {
	t.Helper()
	l, err := features.NewLinear(featlg.Set(), featlg.Hand())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func newEngine(t testing.TB, clock func() time.Duration) *engine {
	return search.New[littlego.State, *littlego.State](evaluation(t), clock)
}

func position(t testing.TB, text string) littlego.State {
	t.Helper()
	s, err := littlego.Parse("", text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// randomPositions returns positions after 0 to 23 random plies.
func randomPositions(t testing.TB, n int) []littlego.State {
	t.Helper()
	var list []littlego.State
	for seed := uint64(0); len(list) < n; seed++ {
		s := position(t, "start")
		r := game.NewRand(seed)
		game.Playout[littlego.State, *littlego.State](&s, &r, int(seed%24), nil)
		if !s.Outcome().Over() {
			list = append(list, s)
		}
	}
	return list
}

func TestEqualsMinimax(t *testing.T) {
	e, eval := newEngine(t, nil), evaluation(t)
	for i, s := range randomPositions(t, 120) {
		for depth := 1; depth <= 3; depth++ {
			got := e.Search(&s, search.Limits{Depth: depth, Seed: uint64(i)})
			_, want := search.Minimax[littlego.State, *littlego.State](&s, &eval, got.Depth)
			if got.Score != want {
				t.Fatalf("%s: depth %d scores %d, minimax %d", littlego.Rules().Format(&s), got.Depth, got.Score, want)
			}
		}
	}
}

// A search to a fixed depth has a table as large as its nodes need, whatever the depth.
func TestDeepLimitsKeepTheTable(t *testing.T) {
	s := position(t, "start")
	want := newEngine(t, nil).Search(&s, search.Limits{Nodes: 100_000})
	for _, depth := range []int{21, 22, 63} {
		if got := newEngine(t, nil).Search(&s, search.Limits{Nodes: 100_000, Depth: depth}); got.Depth != want.Depth || got.Score != want.Score {
			t.Errorf("at most %d plies: depth %d, score %d (expected: %d and %d)", depth, got.Depth, got.Score, want.Depth, want.Score)
		}
	}
}

// The principal variation leads to the leaf whose value is the score.
func TestPrincipalVariation(t *testing.T) {
	e, eval := newEngine(t, nil), evaluation(t)
	for _, s := range randomPositions(t, 100) {
		got := e.Search(&s, search.Limits{Depth: 3})
		leaf, sign := s, 1
		for _, m := range got.PV {
			if !slices.Contains(leaf.Moves(nil), m) {
				t.Fatalf("illegal move in %v", got.PV)
			}
			leaf.Play(m, &leaf)
			sign = -sign
		}
		if leaf.Outcome().Over() {
			continue
		}
		if want := sign * eval.Score(&leaf); got.Score != want || len(got.PV) != got.Depth {
			t.Errorf("%s: score %d, leaf of %v has %d", littlego.Rules().Format(&s), got.Score, got.PV, want)
		}
	}
}

// Positions with at most six plies left, with their proven values and all the
// moves that keep a win.
func TestExactWithinHorizon(t *testing.T) {
	f, err := os.Open("littlego/testdata/exact.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	e := newEngine(t, nil)
	checked := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p struct {
			Position, Value string
			Moves           []string
			Left            int
		}
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		if p.Left > 6 {
			continue
		}
		checked++
		s := position(t, p.Position)
		got := e.Search(&s, search.Limits{})
		if won := got.Score > search.Proven; won != (p.Value == "win") {
			t.Errorf("%s: score %d, value %s", p.Position, got.Score, p.Value)
		}
		if move := littlego.Rules().FormatMove(&s, got.Move); p.Value == "win" && !slices.Contains(p.Moves, move) {
			t.Errorf("%s: %s does not keep the win (%v do)", p.Position, move, p.Moves)
		}
	}
	if checked < 50 {
		t.Errorf("only %d positions were checked", checked)
	}
}

func TestExactMeansNothingIsLeftToSee(t *testing.T) {
	e := newEngine(t, nil)
	for _, c := range []struct {
		position string
		depth    int
		exact    bool
	}{
		{"...../...../..X../...../..... w 1 -", 2, false},
		{"XX.X./XXX.X/OOXX./.OOO./O.O.O b 22 -", 2, true},
	} {
		s := position(t, c.position)
		if got := e.Search(&s, search.Limits{Depth: c.depth}); got.Exact != c.exact {
			t.Errorf("%s: exact is %v at depth %d", c.position, got.Exact, got.Depth)
		}
	}
}

// A search that a limit cuts short claims no loss that is not there.
func TestNoLossOnAnUnfinishedIteration(t *testing.T) {
	e := newEngine(t, nil)
	s := position(t, "XOO.O/X.X../XXO../.X.XO/OOOXO b 18 XOO../X.X../XXO../.X.XO/OOOXO")
	if truth := e.Search(&s, search.Limits{}); truth.Score < search.Proven {
		t.Fatalf("the position is no win: %+v", truth)
	}
	for nodes := uint64(50); nodes < 6000; nodes += 50 {
		if got := e.Search(&s, search.Limits{Nodes: nodes}); got.Score < -search.Proven {
			t.Errorf("a loss is claimed after %d nodes: %+v", nodes, got)
		}
	}
}

func TestNodeLimit(t *testing.T) {
	e := newEngine(t, nil)
	s := position(t, "start")
	first := e.Search(&s, search.Limits{Nodes: 20_000})
	if first.Nodes > 20_026 || first.Nodes < 20_000 {
		t.Errorf("%d nodes under a limit of 20000", first.Nodes)
	}
	firstPV := slices.Clone(first.PV)
	again := e.Search(&s, search.Limits{Nodes: 20_000})
	if again.Move != first.Move || again.Score != first.Score || !slices.Equal(again.PV, firstPV) {
		t.Errorf("the same search gives %+v and then %+v", first, again)
	}
}

// The clock advances 1 ms with each look.
func TestTimeLimit(t *testing.T) {
	var now time.Duration
	e := newEngine(t, func() time.Duration { now += time.Millisecond; return now })
	s := position(t, "start")
	got := e.Search(&s, search.Limits{Time: 20 * time.Millisecond})
	if now > 22*time.Millisecond || got.Depth < 1 || got.Nodes < 18*512 {
		t.Errorf("stopped after %v, %d nodes, depth %d", now, got.Nodes, got.Depth)
	}
}

// Before the first iteration ends there is a legal move all the same.
func TestBeginHasALegalMove(t *testing.T) {
	e := newEngine(t, nil)
	for _, s := range randomPositions(t, 50) {
		e.Begin(&s, search.Limits{})
		if best := e.Best(); !slices.Contains(s.Moves(nil), best.Move) || best.Depth != 0 {
			t.Errorf("begins with %+v", best)
		}
	}
}

// Equal moves are drawn by the seed: the empty board's symmetries at depth 1.
func TestSeedDrawsAmongEqualMoves(t *testing.T) {
	e := newEngine(t, nil)
	s := position(t, "...../...../..X../...../..... w 1 -")
	seen := map[game.Move]int{}
	score := e.Search(&s, search.Limits{Depth: 1}).Score
	for seed := range uint64(400) {
		got := e.Search(&s, search.Limits{Depth: 1, Seed: seed + 1})
		if got.Score != score {
			t.Fatalf("seed %d scores %d, without it %d", seed, got.Score, score)
		}
		seen[got.Move]++
	}
	if len(seen) < 4 {
		t.Errorf("only the moves %v are chosen", seen)
	}
	for m, n := range seen {
		if n < 25 { // eight moves, 50 each on average
			t.Errorf("%v is chosen %d times of 400", m, n)
		}
	}
}

// An engine that has played many games finds in the next one what a new one finds, also
// where its table keeps what the searches of a game have found.
func TestRestartedEngineIsAsNew(t *testing.T) {
	still := func() time.Duration { return 0 }
	old, eval := newEngine(t, still), evaluation(t)
	for seed := range uint64(12) {
		old.Restart(eval)
		fresh := newEngine(t, still)
		s := position(t, "start")
		for ply := 0; !s.Outcome().Over(); ply++ {
			limits := search.Limits{Time: time.Hour, Nodes: 1200 - 30*uint64(ply)}
			got, want := old.Search(&s, limits), fresh.Search(&s, limits)
			if got.Score != want.Score || got.Nodes != want.Nodes || !slices.Equal(got.PV, want.PV) {
				t.Fatalf("game %d, ply %d: %v, a new engine finds %v", seed, ply, got, want)
			}
			m := got.Move
			if r := game.NewRand(seed*100 + uint64(ply)); ply%3 == 0 {
				m = s.Moves(nil)[r.Intn(len(s.Moves(nil)))]
			}
			s.Play(m, &s)
		}
	}
}

func TestSearchAllocatesNothing(t *testing.T) {
	e := newEngine(t, nil)
	s := position(t, "start")
	e.Search(&s, search.Limits{Depth: 4})
	if n := testing.AllocsPerRun(3, func() { e.Search(&s, search.Limits{Depth: 4, Seed: 9}) }); n != 0 {
		t.Errorf("%v allocations a search", n)
	}
}

func BenchmarkSearch(b *testing.B) {
	e := newEngine(b, nil)
	s := position(b, "...../..X../.XO../..O../..... b 4 -")
	var nodes uint64
	cpu := cputimetest.Start(b)
	for b.Loop() {
		nodes += e.Search(&s, search.Limits{Depth: 5}).Nodes
	}
	b.ReportMetric(float64(nodes)/cpu.Seconds()/1e6, "Mnodes/s")
}
