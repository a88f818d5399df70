package littlego

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
	"time"

	"evolab/game/littlego"
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

func TestProvenPositions(t *testing.T) {
	type sum struct {
		n     int
		nodes uint64
		time  time.Duration
	}
	var sums [25]sum
	for _, e := range readExact(t) {
		if testing.Short() && e.Left > 13 {
			continue
		}
		s, err := littlego.Parse("", e.Position)
		if err != nil {
			t.Fatal(err)
		}
		z := NewSolver(22)
		began := time.Now()
		moves, known := z.Winning(&s, 0, nil)
		x := &sums[e.Left]
		x.n++
		x.nodes += z.Nodes
		x.time += time.Since(began)
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
