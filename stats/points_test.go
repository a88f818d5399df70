package stats

import (
	"math"
	"testing"

	"evolab/internal/longtest"
)

// The chance of new wins is their binomial at each win probability, weighted by
// the posterior x^(wins-1/2) (1-x)^(others-1/2); x = sin^2 makes that smooth.
func TestNewWinsAreTheIntegralOverThePosterior(t *testing.T) {
	const steps, n = 5000, 10
	for _, played := range []WDL{{}, {Losses: 10}, {Wins: 10}, {Wins: 8, Draws: 1, Losses: 1}, {Wins: 160, Losses: 40}} {
		var want [n + 1]float64
		mass := 0.0
		for i := range steps {
			sin, cos := math.Sincos(math.Pi / 2 * (float64(i) + .5) / steps)
			weight := math.Pow(sin*sin, float64(played.Wins)) * math.Pow(cos*cos, float64(played.Draws+played.Losses))
			mass += weight
			for k := range want {
				ways := 1.0
				for j := range k {
					ways *= float64(n-j) / float64(j+1)
				}
				want[k] += weight * ways * math.Pow(sin*sin, float64(k)) * math.Pow(cos*cos, float64(n-k))
			}
		}
		for k, got := range newWins(played, n, jeffreys) {
			if math.Abs(got-want[k]/mass) > 1e-9 {
				t.Errorf("%+v: %d wins with %v, want %v", played, k, got, want[k]/mass)
			}
		}
	}
}

func TestSumOfDistributions(t *testing.T) {
	coin := Distribution{{0, .5}, {.1, .5}}
	total := Certain(0)
	for range 3 {
		total = total.Plus(coin)
	}
	// .1+.1+.1 is not .3 as a sum of floating-point numbers.
	want := Distribution{{0, .125}, {.1, .375}, {.2, .375}, {.3, .125}}
	if len(total) != len(want) {
		t.Fatalf("%v, want %v", total, want)
	}
	for i, c := range total {
		if math.Abs(c.Points-want[i].Points) > 1e-12 || math.Abs(c.Probability-want[i].Probability) > 1e-12 {
			t.Errorf("%v, want %v", total, want)
		}
	}
	if e := total.Estimate(); math.Abs(e.Value-.15) > 1e-12 || e.Low != 0 || math.Abs(e.High-.3) > 1e-12 {
		t.Errorf("%+v", e)
	}
}

// The exact coverage of the interval beside the points of a grading or a rehearsal: how
// often it holds the points of a full grading of the same program. It is summed up over
// all results of the games played and all results of new ones, not drawn at random.
func TestForecastHoldsTheGrading(t *testing.T) {
	const least = .93
	usc := func(full, middle, low float64) Scale {
		return Scale{{From: .9, Fixed: full}, {From: .7, PerRate: middle}, {PerRate: low}}
	}
	scales := []Scale{usc(25, 15, 0), usc(25, 20, 10), usc(15, 10, 5), {{PerRate: 90}}}
	var rates [][2]float64
	for _, p := range []float64{0, .02, .05, .1, .2, .3, .5, .65, .68, .7, .72, .8, .88, .9, .92, .95, .98, 1} {
		rates = append(rates, [2]float64{p, p}, [2]float64{p, min(1, p+.1)}, [2]float64{p, 1}, [2]float64{0, p})
	}
	for _, full := range []int{9, 20, 50} {
		worst := 1.0
		for _, played := range []int{2, 4, 6, 10, 20, 50} {
			if played > full || !longtest.Enabled() && played > 10 {
				continue
			}
			for _, s := range scales {
				beside := intervals(s, played, full)
				for _, r := range rates {
					got := held(s, beside, full, r)
					if worst = min(worst, got); got < least {
						t.Errorf("%d of %d games, won with probability %v: %.4f of the gradings are inside, by %v", played, full, r, got, s)
					}
				}
			}
		}
		t.Logf("%d games: %.3f at worst", full, worst)
	}
}

// intervals are those beside the points of some games, by the wins as either side.
func intervals(s Scale, played, full int) [][]Estimate {
	first, second := played-played/2, played/2
	list := make([][]Estimate, first+1)
	for a := range list {
		for b := range second + 1 {
			e := s.Forecast(full, WDL{Wins: a, Losses: first - a}, WDL{Wins: b, Losses: second - b}).Estimate(s.Points(a+b, played))
			list[a] = append(list[a], e)
		}
	}
	return list
}

// held is the probability that the interval holds the points of a full grading, if each
// game is won with the probability of its side.
func held(s Scale, beside [][]Estimate, full int, rates [2]float64) float64 {
	next := make([]float64, full+1)
	second := binomial(full/2, rates[1])
	for i, p := range binomial(full-full/2, rates[0]) {
		for j, q := range second {
			next[i+j] += p * q
		}
	}
	sum := 0.0
	firsts, seconds := binomial(len(beside)-1, rates[0]), binomial(len(beside[0])-1, rates[1])
	for a, list := range beside {
		for b, e := range list {
			p := firsts[a] * seconds[b]
			for wins, q := range next {
				if points := s.Points(wins, full); points >= e.Low-samePoints && points <= e.High+samePoints {
					sum += p * q
				}
			}
		}
	}
	return sum
}

// Scales without a common step have as many sums as pairs; their sum stays small, and its
// mean and interval are those of the parts.
func TestSumsStaySmall(t *testing.T) {
	total, mean, deviation := Certain(0), 0.0, 0.0
	for i := range 4 {
		s := Scale{{From: .5, PerRate: 100.123 + 3.7177*float64(i)}, {PerRate: 3.1}}
		d := s.Predict(250, WDL{Wins: 60, Losses: 65}, WDL{Wins: 60, Losses: 65})
		for _, c := range d {
			deviation += c.Probability * (c.Points - d.Mean()) * (c.Points - d.Mean())
		}
		mean += d.Mean()
		total = total.Plus(d)
		if len(total) > maxSums {
			t.Fatalf("%d sums", len(total))
		}
	}
	got := 0.0
	for _, c := range total {
		got += c.Probability * (c.Points - mean) * (c.Points - mean)
	}
	if math.Abs(total.Mean()-mean) > 1e-6 || math.Abs(math.Sqrt(got)-math.Sqrt(deviation)) > .01 {
		t.Errorf("mean %g, deviation %g, want %g, %g", total.Mean(), math.Sqrt(got), mean, math.Sqrt(deviation))
	}
}
