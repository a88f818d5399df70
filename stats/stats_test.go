package stats

import (
	"math"
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

func TestElo(t *testing.T) {
	for _, c := range []struct{ score, elo float64 }{{.5, 0}, {.75, 190.85}, {.25, -190.85}, {1, EloLimit}, {0, -EloLimit}} {
		if got := Elo(c.score); !near(got, c.elo, .01) {
			t.Errorf("Elo(%v) = %v, want %v", c.score, got, c.elo)
		}
	}
}

func TestMean(t *testing.T) {
	// A hundred values, half .4 and half .6: mean .5, variance .01 and .25/100
	// for the value that counts as one more, t = 1.984.
	if e := Mean(50, 26, 100); !near(e.Value, .5, 1e-9) || !near(e.Low, .4779, 1e-3) || !near(e.High, .5221, 1e-3) {
		t.Errorf("%+v", e)
	}
	if e := Mean(.3, .09, 1); e != (Estimate{.3, 0, 1}) {
		t.Errorf("one value: %+v", e)
	}
	if e := Mean(0, 0, 0); e != (Estimate{.5, 0, 1}) {
		t.Errorf("no value: %+v", e)
	}
}

func TestEqualValuesStillHaveAWidth(t *testing.T) {
	for _, value := range []float64{0, .1, .5, 1} {
		// The sum of 20 times .1 is not 2: rounding must do no harm.
		sum, squares := 0.0, 0.0
		for range 20 {
			sum, squares = sum+value, squares+value*value
		}
		if e := Mean(sum, squares, 20); !(e.High-e.Low > .05 && e.Low >= 0 && e.High <= 1 && e.Low <= e.Value && e.Value <= e.High) {
			t.Errorf("20 times %v: %+v", value, e)
		}
	}
}

func TestDrawsNarrowARate(t *testing.T) {
	decided, drawn := WDL{Wins: 50, Losses: 50}.Rate(), WDL{Wins: 10, Draws: 80, Losses: 10}.Rate()
	if drawn.High-drawn.Low > .6*(decided.High-decided.Low) {
		t.Errorf("with draws %+v, without %+v", drawn, decided)
	}
	if all := (WDL{Draws: 10}).Rate(); all.High-all.Low < .1 {
		t.Errorf("ten draws: %+v", all)
	}
}

func TestPairsAndGames(t *testing.T) {
	var p Pentanomial
	for _, halves := range []int{0, 2, 2, 4} {
		p.Add(halves)
	}
	if p != (Pentanomial{1, 0, 2, 0, 1}) || p.Pairs() != 4 || p.Games() != 8 {
		t.Errorf("%v: %d pairs, %d games", p, p.Pairs(), p.Games())
	}
}

// Where half of the games repeat others, the interval is that of half as many;
// one of them is left in any case.
func TestRepeatedGamesWiden(t *testing.T) {
	p := Pentanomial{10, 20, 40, 30, 100}
	if got, want := p.ScoreOf(.5), (Pentanomial{5, 10, 20, 15, 50}).Score(); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	w := WDL{Wins: 60, Draws: 20, Losses: 40}
	if got, want := w.RateOf(.25), (WDL{Wins: 15, Draws: 5, Losses: 10}).Rate(); got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got := (Pentanomial{4: 100}).ScoreOf(0); got.Low > .25 || got.High != 1 {
		t.Errorf("one pair that counts: %v", got)
	}
	if got := (WDL{}).RateOf(.5); got != (Estimate{.5, 0, 1}) {
		t.Errorf("no games: %v", got)
	}
}
