package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The vectors of fastchess's tests (app/tests/sprt_test.cpp, which allows 1 %) and those
// that fishtest's formulas (LLRcalc.py) print for them and for tests of its server. Both
// count a score that did not occur as 1e-3 (regularize). Fastchess stops its search for theta
// at 1e-7 (sprt.cpp, theta_epsilon), too early where all is won: hence 120.56 and 111.82 for
// what fishtest's 1e-9 makes 120.548 and 111.798.
func TestKnownRatios(t *testing.T) {
	for _, c := range []struct {
		result     interface{ Sample() Sample }
		elo0, elo1 float64
		normalized bool
		fastchess  float64
		fishtest   float64
	}{
		{WDL{36433, 68692, 36027}, 0, 2, true, .92, .9232934509},
		{WDL{10871, 20431, 10650}, -1.75, .25, true, 2.30, 2.2975004071},
		{WDL{4250, 0, 0}, 0, 10, true, 120.56, 120.5482677412},
		{WDL{21404, 40708, 21184}, .5, 2.5, false, -1.57, -1.5718887927},
		{WDL{57433, 106593, 57030}, 0, 2, false, -2.59, -2.5930241635},
		{Pentanomial{365, 16618, 36229, 16974, 390}, 0, 2, true, 2.25, 2.2503677036},
		{Pentanomial{127, 4883, 10712, 5150, 104}, -1.75, .25, true, 3.01, 3.0101541966},
		{Pentanomial{0, 0, 0, 0, 5550}, 0, 5, true, 111.82, 111.7975550867},
		{Pentanomial{223, 9863, 21279, 10037, 246}, .5, 2.5, false, -3.07, -3.0741264396},
		{Pentanomial{871, 26175, 55983, 26678, 821}, 0, 2, false, -4.98, -4.9786728634},

		// Printed by fishtest's server, in issue 1737 and on a page of statistics.
		{Pentanomial{93, 18711, 58877, 18739, 100}, -1.75, .25, true, 0, 2.9420974721},
		{Pentanomial{13, 37, 50, 25, 3}, 0, 4, true, 0, -.5491245874},
		// Other one-sided results, and a fifth of each pair drawn.
		{Pentanomial{0, 0, 0, 0, 850}, 0, 50, true, 0, 154.5718059981},
		{Pentanomial{0, 0, 0, 0, 850}, 0, 50, false, 0, 113.5533158651},
		{Pentanomial{0, 0, 20, 10, 70}, 0, 10, true, 0, 3.4460455534},
		{Pentanomial{0, 0, 0, 0, 1}, -1200, 1200, false, 0, 6.9180898775},
	} {
		llr := SPRT{Elo0: c.elo0, Elo1: c.elo1, Normalized: c.normalized}.LLR(c.result.Sample())
		if !near(llr, c.fishtest, 1e-9*max(1, math.Abs(c.fishtest))) || c.fastchess != 0 && !near(llr, c.fastchess, .01*math.Abs(c.fastchess)) {
			t.Errorf("%v, %v to %v, normalized %v: LLR %.10f (expected: %.10f, fastchess %v)", c.result, c.elo0, c.elo1, c.normalized, llr, c.fishtest, c.fastchess)
		}
	}
}

// The more one-sided games, the surer the test.
func TestOneSidedMatchesDecide(t *testing.T) {
	for _, test := range []SPRT{
		{Elo0: 0, Elo1: 50}, {Elo0: 0, Elo1: 50, Normalized: true}, {Elo0: -1200, Elo1: -500}, {Elo0: -1200, Elo1: -500, Normalized: true},
		{Elo0: 500, Elo1: 1200, Normalized: true},
	} {
		test.Alpha, test.Beta = .05, .05
		for _, end := range []int{0, 4} {
			last := 0.
			for _, n := range []int{1, 3, 20, 200, 1700, 1e12} {
				var p Pentanomial
				p[end] = n
				llr := test.LLR(p.Sample())
				if math.Abs(llr) <= math.Abs(last) || (llr > 0) != (end == 4) {
					t.Errorf("%+v: %v has the LLR %g, after %g", test, p, llr, last)
				}
				last = llr
			}
			if last > -1e6 && last < 1e6 {
				t.Errorf("%+v: LLR %g at the end", test, last)
			}
		}
	}
}

// No distribution with the t-value of a hypothesis, or with its mean, is more likely.
func TestMostLikelyDistribution(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	draw := func(n int) []int {
		counts := make([]int, n)
		for i := range counts {
			counts[i] = int(math.Exp(r.Float64() * 9 * r.Float64()))
			if r.IntN(4) == 0 {
				counts[i] = 0
			}
		}
		return counts
	}
	moments := func(l likelihood, p []float64) (mean, deviation float64) {
		square := 0.
		for i, x := range l.scores {
			mean, square = mean+p[i]*x, square+p[i]*x*x
		}
		return mean, math.Sqrt(square - mean*mean)
	}
	for range 60 {
		l := Sample{Counts: draw(3 + 2*r.IntN(2))}.likelihood()
		want := (r.Float64()*2 - 1) * 5
		meets := func(p []float64) float64 {
			mean, deviation := moments(l, p)
			return mean - want*deviation
		}
		divisors := l.withT(want)
		best, p := l.log(divisors), make([]float64, len(l.scores))
		sum := 0.
		for i := range p {
			p[i] = l.shares[i] / divisors[i]
			sum += p[i]
		}
		if math.Abs(sum-1) > 1e-9 || math.Abs(meets(p)) > 1e-7 {
			t.Fatalf("shares %v, t %v: %v adds up to %v, off by %v", l.shares, want, p, sum, meets(p))
		}
		// Others lie between two random distributions, one on each side of the hypothesis.
		for range 300 {
			sides := [2][]float64{}
			for sides[0] == nil || sides[1] == nil {
				q, sum := make([]float64, len(p)), 0.
				spread := 8 * r.Float64()
				for i := range q {
					q[i] = math.Exp(-spread * r.ExpFloat64())
					if r.IntN(2) == 0 {
						q[i] = p[i] * math.Exp(.1*r.NormFloat64())
					}
					sum += q[i]
				}
				for i := range q {
					q[i] /= sum
				}
				if meets(q) < 0 {
					sides[0] = q
				} else {
					sides[1] = q
				}
			}
			low, high := 0., 1.
			mixed := make([]float64, len(p))
			for range 60 {
				middle := (low + high) / 2
				for i := range mixed {
					mixed[i] = sides[0][i]*(1-middle) + sides[1][i]*middle
				}
				if meets(mixed) < 0 {
					low = middle
				} else {
					high = middle
				}
			}
			log := 0.
			for i, q := range mixed {
				log += l.shares[i] * math.Log(q/l.shares[i])
			}
			if log > best+1e-9 {
				t.Fatalf("shares %v, t %v: %v has the likelihood %v, %v has %v", l.shares, want, p, best, mixed, log)
			}
		}
	}
}

// The same games give the same normalised Elo whether their pairs say nothing
// more than the games do.
func TestNEloOfGamesAndPairs(t *testing.T) {
	games := WDL{Wins: 6000, Losses: 4000}.Sample().NElo()
	// Independent games at .6 make these pairs.
	pairs := Pentanomial{800, 0, 2400, 0, 1800}.Sample().NElo()
	if !near(games.Value, pairs.Value, .1) || !near(games.Low, pairs.Low, .5) {
		t.Errorf("games %+v, pairs %+v", games, pairs)
	}
}

func TestOneSidedSamplesStayFinite(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 5, Alpha: .05, Beta: .05}
	for _, s := range []Sample{Pentanomial{4: 10}.Sample(), Pentanomial{0: 1}.Sample(), Pentanomial{2: 50}.Sample(), WDL{Draws: 3}.Sample(), {}} {
		n, llr := s.NElo(), test.LLR(s)
		if math.IsNaN(n.Value) || n.Low > n.Value || n.High < n.Value || math.IsNaN(llr) || math.IsInf(llr, 0) {
			t.Errorf("%+v: nElo %+v, LLR %v", s, n, llr)
		}
	}
}

// Simulated tests take about as many pairs as expected: a little more, for their last
// step goes beyond the bound.
func TestSPRTTakesAsLongAsExpected(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 100, Alpha: .05, Beta: .05}
	r := rand.New(rand.NewPCG(1, 2))
	wanted0, wanted1, between := test.Expected(Pentanomial{1000, 0, 2000, 0, 1000}.Sample())
	for elo, want := range map[float64]float64{0: wanted0, 100: wanted1, 50: between} {
		win := 1 / (1 + math.Pow(10, -elo/400))
		const tests = 400
		sum := 0
		for range tests {
			var p Pentanomial
			for p.Pairs() < 10 || test.Verdict(p.Sample()) == Undecided {
				halves := 0
				for range 2 {
					if r.Float64() < win {
						halves += 2
					}
				}
				p.Add(halves)
			}
			sum += p.Pairs()
		}
		if got := float64(sum) / tests; got < .8*want || got > 1.4*want {
			t.Errorf("%g Elo: %.1f pairs, expected %.1f", elo, got, want)
		}
	}
}
