package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// Values of Wilson's interval from tables.
func TestRate(t *testing.T) {
	for _, c := range []struct {
		w         WDL
		low, high float64
	}{
		{WDL{Wins: 8, Losses: 2}, .4902, .9433},
		{WDL{Wins: 10}, .7225, 1},
		{WDL{Losses: 10}, 0, .2775},
		{WDL{Wins: 450, Losses: 550}, .4194, .4810},
		{WDL{}, 0, 1},
	} {
		e := c.w.Rate()
		if !near(e.Low, c.low, 1e-3) || !near(e.High, c.high, 1e-3) {
			t.Errorf("%+v: %+v, want %v to %v", c.w, e, c.low, c.high)
		}
	}
}

func TestPentanomialMoments(t *testing.T) {
	p := Pentanomial{379, 10170, 21828, 10640, 343}
	if p.Pairs() != 43360 || !near(p.Mean(), .5022947, 1e-6) {
		t.Errorf("%d pairs, mean %v", p.Pairs(), p.Mean())
	}
	// The chess-testing world's normal interval on Elo for the same pairs.
	se := math.Sqrt(p.Variance() / float64(p.Pairs()))
	if e := p.Score(); !near(e.High-e.Value, z*se, 2e-5) {
		t.Errorf("interval +-%v, normal approximation +-%v", e.High-e.Value, z*se)
	}
	if los := p.LOS(); !near(los, normal((p.Mean()-.5)/se), 1e-3) {
		t.Errorf("LOS %v", los)
	}
}

func TestOneSidedResultsStayHonest(t *testing.T) {
	for _, p := range []Pentanomial{{0, 0, 0, 0, 10}, {10, 0, 0, 0, 0}, {0, 0, 10, 0, 0}, {0, 0, 0, 0, 1}, {}} {
		s, e := p.Score(), p.Elo()
		if s.High-s.Low < .05 || math.IsNaN(s.Low) || s.Low > s.Value || s.High < s.Value {
			t.Errorf("%v: score %+v", p, s)
		}
		if math.IsInf(e.Value, 0) || math.IsNaN(e.Low) || math.Abs(e.High) > EloLimit {
			t.Errorf("%v: Elo %+v", p, e)
		}
		if los := p.LOS(); !(los >= 0 && los <= 1) {
			t.Errorf("%v: LOS %v", p, los)
		}
	}
}

// The interval of simulated matches holds the true score in at least 94 % of
// them: openings may favour a side (correlated pairs), and scores may be
// lopsided.
func TestCoverage(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ asFirst, asSecond, luck float64 }{
		{.5, .5, 0}, {.3, .7, 0}, {.9, .9, 0}, {.98, .98, 0}, {.5, .5, .4}, {.85, .85, .14}, {.6, 1, 0},
	} {
		for _, pairs := range []int{20, 100, 1000} {
			truth := (c.asFirst + c.asSecond) / 2
			const matches = 2000
			held := 0
			for range matches {
				var p Pentanomial
				for range pairs {
					// An opening's luck lifts both games or lowers both.
					luck := c.luck * float64(1-2*r.IntN(2))
					p.Add(2*win(r, c.asFirst+luck) + 2*win(r, c.asSecond+luck))
				}
				if e := p.Score(); e.Low <= truth && truth <= e.High {
					held++
				}
			}
			if rate := float64(held) / matches; rate < .935 {
				t.Errorf("%+v, %d pairs: the interval holds the truth in %.1f %%", c, pairs, 100*rate)
			}
		}
	}
}

func win(r *rand.Rand, p float64) int {
	if r.Float64() < p {
		return 1
	}
	return 0
}

func TestElo(t *testing.T) {
	for _, c := range []struct{ score, elo float64 }{{.5, 0}, {.75, 190.85}, {.25, -190.85}, {1, EloLimit}, {0, -EloLimit}} {
		if got := Elo(c.score); !near(got, c.elo, .01) {
			t.Errorf("Elo(%v) = %v, want %v", c.score, got, c.elo)
		}
	}
}

func TestMean(t *testing.T) {
	// Four values .2 .4 .6 .8: mean .5, standard deviation .2582, t = 3.182.
	if e := Mean(2, 1.2, 4); !near(e.Value, .5, 1e-9) || !near(e.Low, .0892, 1e-3) || !near(e.High, .9108, 1e-3) {
		t.Errorf("%+v", e)
	}
	if e := Mean(.3, .09, 1); e != (Estimate{.3, 0, 1}) {
		t.Errorf("one value: %+v", e)
	}
	if e := Mean(0, 0, 0); e != (Estimate{.5, 0, 1}) {
		t.Errorf("no value: %+v", e)
	}
}
