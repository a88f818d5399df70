package littlego

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"evolab/game/littlego"
	"evolab/internal/longtest"
	"evolab/search"
	"evolab/search/cputime/cputimetest"
)

// exact is a position with its proven value.
type exact struct {
	Position string   `json:"position"`
	Value    string   `json:"value"`
	Moves    []string `json:"moves"`
	Left     int      `json:"left"`
}

func readExact(t testing.TB) []exact {
	t.Helper()
	f, err := os.Open("testdata/exact.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []exact
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var e exact
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// All values and all winning moves agree with what other programs have proven.
// The log shows the mean cost by the plies that are left.
func TestProvenPositions(t *testing.T) {
	type sum struct {
		n     int
		nodes uint64
		time  time.Duration
	}
	var sums [25]sum
	for _, e := range readExact(t) {
		if e.Left > 12 && !longtest.Enabled() {
			continue
		}
		s, err := littlego.Parse("", e.Position)
		if err != nil {
			t.Fatal(err)
		}
		z := NewSolver(tableBits(e.Left), nil)
		began := time.Now()
		moves, known := z.Winning(&s, search.Limits{}, nil)
		x := &sums[e.Left]
		x.n++
		x.nodes += z.Nodes
		x.time += time.Since(began)
		if m, won, known := z.Wins(&s, search.Limits{}); !known || won != (e.Value == "win") || won && !slices.Contains(moves, m) {
			t.Errorf("%s: %x wins: %v, want %s", e.Position, m, won, e.Value)
		}
		var got []string
		for _, m := range moves {
			got = append(got, littlego.Rules().FormatMove(&s, m))
		}
		slices.Sort(got)
		slices.Sort(e.Moves)
		if !known || !slices.Equal(got, e.Moves) {
			t.Errorf("%s: winning moves %v, want %v", e.Position, got, e.Moves)
		}
	}
	for left, x := range sums {
		if x.n > 0 {
			t.Logf("%2d left: %3d positions, %10d nodes, %8.4f s", left, x.n, x.nodes/uint64(x.n), x.time.Seconds()/float64(x.n))
		}
	}
}

// A limit ends the search, and what was found out is kept.
func TestLimitedSolver(t *testing.T) {
	s, err := littlego.Parse("", "...../..XX./.XO../X.O.O/..O.. b 8 ...../..XX./.XO../X.O.O/.....")
	if err != nil {
		t.Fatal(err)
	}
	z := NewSolver(18, nil)
	if _, _, known := z.Wins(&s, search.Limits{Nodes: 1000}); known || z.Nodes > 1001 {
		t.Errorf("known %v after %d nodes", known, z.Nodes)
	}
	if _, known := z.Winning(&s, search.Limits{Nodes: 1000}, nil); known {
		t.Error("all moves are known after 1000 nodes")
	}
}

func TestTimedSolver(t *testing.T) {
	s, err := littlego.Start("")
	if err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	z := NewSolver(18, func() time.Duration { return time.Since(began) })
	if _, _, known := z.Wins(&s, search.Limits{Time: 20 * time.Millisecond}); known || time.Since(began) > time.Second {
		t.Errorf("known %v after %v", known, time.Since(began))
	}
}

func BenchmarkSolver(b *testing.B) {
	var positions []littlego.State
	for _, e := range readExact(b) {
		if e.Left == 12 {
			s, err := littlego.Parse("", e.Position)
			if err != nil {
				b.Fatal(err)
			}
			positions = append(positions, s)
		}
	}
	nodes, solved := uint64(0), 0
	cpu := cputimetest.Start(b)
	for b.Loop() {
		for i := range positions {
			z := NewSolver(18, nil)
			z.Winning(&positions[i], search.Limits{}, nil)
			nodes += z.Nodes
			solved++
		}
	}
	b.ReportMetric(float64(nodes)/float64(solved), "nodes/position")
	b.ReportMetric(float64(nodes)/cpu.Seconds()/1e6, "Mnodes/s")
}
