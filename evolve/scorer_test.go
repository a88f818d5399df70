package evolve_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"evolab/evolve"
)

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	blocking := scorerFunc(func(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
		if r.Generation == 2 {
			cancel()
			<-ctx.Done()
			return nil, errors.New("interrupted")
		}
		return even(ctx, r)
	})
	var seen []string
	var kept []evolve.Generation
	err := small().Run(ctx, startAt(1, 1, 0), blocking, func(g evolve.Generation) error {
		kept, seen = append(kept, g), append(seen, encode(t, g))
		return nil
	})
	if err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	if len(kept) != 2 || encode(t, kept[0]) != seen[0] || encode(t, kept[1]) != seen[1] {
		t.Errorf("%d generations observed, want 2, unchanged", len(kept))
	}
}

func TestScorerMayNotBe(t *testing.T) {
	broken := errors.New("board on fire")
	change := func(f func(*evolve.Tally)) evolve.Scorer {
		return scorerFunc(func(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
			tallies, err := even(ctx, r)
			f(&tallies[1])
			return tallies, err
		})
	}
	tests := []struct {
		name   string
		scorer evolve.Scorer
		want   string
	}{
		{"failing", scorerFunc(func(context.Context, evolve.Request) ([]evolve.Tally, error) { return nil, broken }),
			"score generation 0, pairs from 0: board on fire"},
		{"short", scorerFunc(func(context.Context, evolve.Request) ([]evolve.Tally, error) { return nil, nil }),
			"score generation 0, pairs from 0: number of tallies: 0 (expected: 12, one for each genome)"},
		{"NaN", change(func(t *evolve.Tally) { t.Sum = math.NaN() }), "genome 1: tally: pairs: 4, fitness sum NaN"},
		{"infinite", change(func(t *evolve.Tally) { t.SumSquares = math.Inf(1) }), "genome 1: tally: pairs: 4, fitness sum 2, sum of squares +Inf"},
		{"negative variance", change(func(t *evolve.Tally) { t.SumSquares = .9 }), "genome 1: tally: pairs: 4, fitness sum 2, sum of squares 0.9"},
		{"above one", change(func(t *evolve.Tally) { t.Sum = 4.1 }), "genome 1: tally: pairs: 4, fitness sum 4.1"},
		{"idle", change(func(t *evolve.Tally) { *t = evolve.Tally{} }), "genome 1: number of pairs: 0"},
		{"too busy", change(func(t *evolve.Tally) { *t = t.Add(*t) }), "genome 1: pairs played: 8 (expected: 4)"},
		{"without games", change(func(t *evolve.Tally) { t.Draws = 0 }), "tally: pairs: 4, won 0, drawn 0, lost 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := small().Run(context.Background(), startAt(1, 1, 0), test.scorer, func(evolve.Generation) error { return nil })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
			if test.name == "failing" && !errors.Is(err, broken) {
				t.Errorf("%v does not wrap the scorer's error", err)
			}
		})
	}
}

// The variance of a pair may be larger than that of any value from 0 to 1.
func TestScorerMaySpread(t *testing.T) {
	steep := scorerFunc(func(ctx context.Context, r evolve.Request) ([]evolve.Tally, error) {
		tallies, err := even(ctx, r)
		for i := range tallies {
			tallies[i].SumSquares = 3 * float64(r.Pairs)
		}
		return tallies, err
	})
	if err := small().Run(context.Background(), startAt(1, 1, 0), steep, func(evolve.Generation) error { return nil }); err != nil {
		t.Error(err)
	}
}

func TestObserverStopsRun(t *testing.T) {
	enough := errors.New("enough")
	calls := 0
	err := small().Run(context.Background(), startAt(1, 1, 0), even, func(evolve.Generation) error {
		calls++
		if calls == 3 {
			return enough
		}
		return nil
	})
	if err != enough || calls != 3 {
		t.Errorf("error %v after %d calls, want %v after 3", err, calls, enough)
	}
}
