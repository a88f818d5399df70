package rubric

import (
	"math"
	"testing"

	"evolab/course"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/stats"
)

// The mean of the points, played out one game after the other.
func playedOut(s stats.Scale, rate float64, games int) float64 {
	chance := make([]float64, games+1) // of so many wins
	chance[0] = 1
	for n := range games {
		for wins := n; wins >= 0; wins-- {
			chance[wins+1] += rate * chance[wins]
			chance[wins] *= 1 - rate
		}
	}
	mean := 0.0
	for wins, p := range chance {
		mean += p * s.Points(wins, games)
	}
	return mean
}

func TestExpectedIsTheMeanOfTheGames(t *testing.T) {
	for _, r := range All() {
		for _, o := range r.Opponents() {
			before := -1.0
			for rate := 0.0; rate <= 1; rate += 1. / 64 {
				got := o.Scale.Expected(rate, o.Games)
				if want := playedOut(o.Scale, rate, o.Games); math.Abs(got-want) > 1e-9 {
					t.Errorf("%s, %s at %v: %v, want %v", r.Name, o.Name, rate, got, want)
				}
				if got < before-1e-12 {
					t.Errorf("%s, %s falls at %v", r.Name, o.Name, rate)
				}
				before = got
			}
			if got := o.Scale.Expected(1, o.Games); math.Abs(got-o.Scale.Max()) > 1e-9 {
				t.Errorf("%s, %s: %v points for winning all", r.Name, o.Name, got)
			}
		}
	}
}

func TestSlopeIsTheDerivative(t *testing.T) {
	const step = 1e-6
	for _, o := range find(t, "usc-2023").Opponents() {
		for _, rate := range []float64{0, .01, .3, .7, .88, .95, 1} {
			low, high := max(0, rate-step), min(1, rate+step)
			want := (o.Scale.Expected(high, o.Games) - o.Scale.Expected(low, o.Games)) / (high - low)
			if got := o.Scale.Slope(rate, o.Games); math.Abs(got-want) > 1e-3*(1+math.Abs(want)) {
				t.Errorf("%s at %v: %v, want %v", o.Name, rate, got, want)
			}
		}
	}
}

// 10 of 10 as White and none as Black is half of all games, and certain; half
// of the games as either side is not.
func TestSidesAreKeptApart(t *testing.T) {
	o := find(t, "usc-2023").Opponents()[2]
	apart := o.Scale.Predict(o.Games, stats.WDL{Losses: 1000}, stats.WDL{Wins: 1000}).Estimate()
	mixed := o.Scale.Predict(o.Games, stats.WDL{Wins: 500, Losses: 500}, stats.WDL{Wins: 500, Losses: 500}).Estimate()
	if math.Abs(apart.Low-5) > .001 || math.Abs(apart.High-5) > .001 || mixed.Low > 3 || mixed.High < 7 {
		t.Errorf("%+v and %+v", apart, mixed)
	}
}

func TestTotalsAreDistributions(t *testing.T) {
	for _, r := range All() {
		all := stats.Certain(0)
		for _, o := range r.Opponents() {
			all = all.Plus(o.Scale.Predict(o.Games, stats.WDL{Wins: 3, Losses: 2}, stats.WDL{Losses: 5}))
		}
		mass := 0.0
		for _, c := range all {
			mass += c.Probability
		}
		if math.Abs(mass-1) > 1e-9 || len(all) > 5001 {
			t.Errorf("%s: %d different totals with a probability of %v in all", r.Name, len(all), mass)
		}
	}
}

// How often the interval after one grading holds the total of the next one:
// 92 to 100 %, with sides that are alike and with others.
func TestIntervalHoldsTheNextGrading(t *testing.T) {
	const trials = 600
	r := game.NewRand(5)
	list := find(t, "usc-2023").Stages[0].Opponents
	for i, rates := range [][4][2]float64{
		{{1, 1}, {1, 1}, {.95, 1}, {.95, .95}},
		{{.96, 1}, {.9, 1}, {.85, .95}, {.75, .95}},
		{{.9, .9}, {.8, .8}, {.78, .78}, {.66, .66}},
		{{.7, .7}, {.6, .6}, {.5, .5}, {.4, .4}},
		{{.9, 1}, {.7, 1}, {.2, 1}, {0, .9}},
	} {
		if i%2 > 0 && !longtest.Enabled() {
			for range 10 * 4 * len(list) * trials { // the others' games stay the same
				r.Uint64()
			}
			continue
		}
		if share := heldNext(&r, list, rates, trials); share < .915 {
			t.Errorf("%v: %.3f of the gradings are inside", rates, share)
		}
	}
}

// rounding is far above the errors of sums of points, and below any difference of a
// scale.
const rounding = 1e-6

// heldNext is the share of gradings that the interval after another one holds.
func heldNext(r *game.Rand, list []course.Opponent, rates [4][2]float64, trials int) float64 {
	held := 0
	for range trials {
		next, predicted := 0.0, stats.Certain(0)
		for i, o := range list {
			predicted = predicted.Plus(o.Scale.Predict(o.Games, played(r, rates[i][0]), played(r, rates[i][1])))
			next += o.Scale.Points(played(r, rates[i][0]).Wins+played(r, rates[i][1]).Wins, o.Games)
		}
		if e := predicted.Estimate(); next >= e.Low-rounding && next <= e.High+rounding {
			held++
		}
	}
	return float64(held) / float64(trials)
}

// played is a side's ten games of a grading.
func played(r *game.Rand, rate float64) stats.WDL {
	w := stats.WDL{}
	for range 10 {
		if float64(r.Uint64()>>11)/(1<<53) < rate {
			w.Wins++
		} else {
			w.Losses++
		}
	}
	return w
}
