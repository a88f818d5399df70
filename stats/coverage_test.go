package stats

import (
	"math/rand/v2"
	"testing"

	"evolab/internal/longtest"
)

// source makes games: the chances to win as first and as second side, the
// chance of a draw, and how often the opening alone decides, so that both games
// of a pair end alike.
type source struct{ first, second, draw, alike float64 }

func (s source) truth() float64 { return (s.first+s.second)/2 + s.draw/2 }

// pair returns the points of both games in half points.
func (s source) pair(r *rand.Rand) (int, int) {
	u, v := r.Float64(), r.Float64()
	if r.Float64() < s.alike {
		v = u
	}
	return s.halves(u, s.first), s.halves(v, s.second)
}

func (s source) halves(u, win float64) int {
	switch {
	case u < win:
		return 2
	case u < win+s.draw:
		return 1
	}
	return 0
}

// coverage is the share of 2500 simulated matches whose interval holds the
// truth; its standard error is .5 %.
func coverage(truth float64, match func() Estimate) float64 {
	const matches = 2500
	held := 0
	for range matches {
		if e := match(); e.Low <= truth && truth <= e.High {
			held++
		}
	}
	return float64(held) / matches
}

func TestCoverageOfPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		name  string
		games source
		floor float64
	}{
		{"even", source{.5, .5, 0, 0}, .94},
		{"strong", source{.9, .9, 0, 0}, .94},
		{"one-sided", source{.98, .98, 0, 0}, .94},
		{"even, alike", source{.5, .5, 0, .5}, .94},
		{"strong, alike", source{.9, .9, 0, .5}, .94},
		{"one-sided, alike", source{.98, .98, 0, .5}, .94},
		{"the first side wins", source{1, .6, 0, 0}, .94},
		{"the second side wins", source{.05, .95, 0, 0}, .94},
		{"draws", source{.25, .25, .5, 0}, .94},
		{"hardly ever decided", source{.05, .05, .9, 0}, .94},
		// Here a pair is one win or loss: Wilson's own oscillation.
		{"even, one game twice", source{.5, .5, 0, 1}, .93},
		{"strong, one game twice", source{.9, .9, 0, 1}, .93},
		{"one-sided, one game twice", source{.98, .98, 0, 1}, .925},
	} {
		for _, pairs := range []int{20, 100, 1000} {
			if pairs == 1000 && !longtest.Enabled() && c.name != "one-sided, alike" {
				continue
			}
			rate := coverage(c.games.truth(), func() Estimate {
				var p Pentanomial
				for range pairs {
					one, other := c.games.pair(r)
					p.Add(one + other)
				}
				return p.Score()
			})
			t.Logf("%-26s %4d pairs: %.1f %%", c.name, pairs, 100*rate)
			if rate < c.floor {
				t.Errorf("%s, %d pairs: the interval holds the truth in %.1f %%", c.name, pairs, 100*rate)
			}
		}
	}
}

func TestCoverageOfGames(t *testing.T) {
	// Without draws this is Wilson's interval, which holds a rate of .9 in 93.6 %
	// of samples of 100 games (exact sum over the binomial distribution). The
	// floor is two standard errors of this simulation below that.
	const floor = .926
	r := rand.New(rand.NewPCG(3, 4))
	for _, c := range []source{{.5, .5, 0, 0}, {.9, .9, 0, 0}, {.25, .25, .5, 0}, {.05, .05, .9, 0}, {.7, .7, .25, 0}} {
		for _, games := range []int{20, 100, 1000} {
			rate := coverage(c.truth(), func() Estimate {
				var w [3]int
				for range games {
					w[c.halves(r.Float64(), c.first)]++
				}
				return WDL{Wins: w[2], Draws: w[1], Losses: w[0]}.Rate()
			})
			t.Logf("%+v %4d games: %.1f %%", c, games, 100*rate)
			if rate < floor {
				t.Errorf("%+v, %d games: the interval holds the truth in %.1f %%", c, games, 100*rate)
			}
		}
	}
}

func TestAcrossRuns(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   Estimate
	}{
		{nil, Estimate{.5, 0, 1}},
		{[]float64{.7}, Estimate{.7, 0, 1}},
		{[]float64{.7, .7, .7}, Estimate{.7, .7, .7}},
		{[]float64{0, 1}, Estimate{.5, 0, 1}},
		{[]float64{.6, .7, .8}, Estimate{.7, .4516, .9484}}, // t with 2 degrees of freedom is 4.3027
	} {
		got := AcrossRuns(c.values)
		if max(abs(got.Value-c.want.Value), abs(got.Low-c.want.Low), abs(got.High-c.want.High)) > 1e-4 {
			t.Errorf("%v: %v, want %v", c.values, got, c.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{3, 5, 20} {
		held := coverage(.7, func() Estimate {
			values := make([]float64, n)
			for i := range values {
				values[i] = .7 + .04*r.NormFloat64()
			}
			return AcrossRuns(values)
		})
		if held < .935 || held > .965 {
			t.Errorf("%d runs: the interval holds the truth in %.3f of the cases", n, held)
		}
	}
}

func abs(x float64) float64 { return max(x, -x) }
