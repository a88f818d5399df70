package stats

import "testing"

// A pair is entered by the half points of its two games: 2 is a win.
func TestResult(t *testing.T) {
	var r Result
	r.AddPair(2, 2, 1)
	r.AddPair(2, 0, .5)
	r.AddPair(1, 1, .5)
	r.AddPair(0, 1, .25)
	want := Result{AsFirst: WDL{2, 1, 1}, AsSecond: WDL{1, 2, 1}, Pairs: Pentanomial{0, 1, 2, 0, 1}, Sum: 2.25, SumSquares: 1.5625}
	if r != want || r.Total() != (WDL{3, 3, 2}) || r.Fitness() != Mean(2.25, 1.5625, 4) {
		t.Errorf("%+v, total %+v, fitness %+v", r, r.Total(), r.Fitness())
	}
	// The shares of won games are 1, 1/2, 0, 0.
	if mean, variance := r.WonShare(); mean != .375 || variance != 1.25/4-.375*.375 {
		t.Errorf("won %v, variance %v", mean, variance)
	}
	if s := r.Swap(); s != (Result{AsFirst: WDL{1, 2, 1}, AsSecond: WDL{1, 1, 2}, Pairs: Pentanomial{1, 0, 2, 1, 0}}) {
		t.Errorf("the other's view: %+v", s)
	}
	if twice := r.Plus(r); twice.Total() != (WDL{6, 6, 4}) || twice.Pairs.Pairs() != 8 || twice.Sum != 4.5 {
		t.Errorf("twice: %+v", twice)
	}
	r.AddGame(false, 0)
	if r.AsSecond != (WDL{1, 2, 2}) || r.Pairs != want.Pairs {
		t.Errorf("with a single game: %+v", r)
	}
}
