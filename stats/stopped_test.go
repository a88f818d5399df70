package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"evolab/internal/longtest"
)

// Fishtest's estimates (sprt.py) after tests of small differences. The first one its
// server printed (issue 1737); there the ratio is 2.942, since it ends a test a little
// before the bound.
func TestKnownStopped(t *testing.T) {
	for _, c := range []struct {
		result     interface{ Sample() Sample }
		elo0, elo1 float64
		normalized bool
		want       Estimate
		los        float64
	}{
		{Pentanomial{93, 18711, 58877, 18739, 100}, -1.75, .25, true, Estimate{-.06778, -.84664, .66011}, .42879},
		{Pentanomial{379, 10170, 21828, 10640, 343}, 0, 2, true, Estimate{1.42111, .14612, 2.66437}, .98531},
		{Pentanomial{223, 9863, 21279, 10037, 246}, .5, 2.5, false, Estimate{1.22349, -.13637, 2.72213}, .96120},
		{WDL{11417, 20431, 11000}, 0, 5, false, Estimate{2.72499, -.60493, 5.78133}, .95090},
	} {
		test := SPRT{Elo0: c.elo0, Elo1: c.elo1, Alpha: .05, Beta: .05, Normalized: c.normalized}
		got := test.stopped(c.result.Sample())
		if e := got.Elo; !near(e.Value, c.want.Value, .002) || !near(e.Low, c.want.Low, .002) || !near(e.High, c.want.High, .002) || !near(got.LOS, c.los, 5e-4) {
			t.Errorf("%v: Elo %.5f, LOS %.5f (expected: %.5f, %.5f)", c.result, e, got.LOS, c.want, c.los)
		}
	}
}

// sprtCase is a simulated test: of independent games, of which some are drawn.
type sprtCase struct {
	test  SPRT
	draws float64
}

func (c sprtCase) String() string {
	model := "logistic"
	if c.test.Normalized {
		model = "normalized"
	}
	return fmt.Sprintf("%s %g to %g, %g %% draws", model, c.test.Elo0, c.test.Elo1, 100*c.draws)
}

// score is the score of a game at an Elo difference in the unit of the test.
func (c sprtCase) score(elo float64) float64 {
	if !c.test.Normalized {
		return expectedScore(elo)
	}
	// t^2 = x^2 / ((1 - draws)/4 - x^2) for the score 1/2 + x.
	at := elo / (800 / math.Ln10)
	return .5 + at*math.Sqrt((1-c.draws)/4/(1+at*at))
}

// far reports whether the ratio is far from the bounds: beyond 30 pairs by that for normal
// distributions with the mean and variance of the sample, which takes a hundredth of the time.
func (c sprtCase) far(s Sample) bool {
	deviation := math.Sqrt(max(s.Variance, 1e-9))
	square := func(elo float64) float64 { // of how many deviations the sample's mean is from the hypothesis'
		t := (s.Mean - expectedScore(elo)) / deviation
		if c.test.Normalized {
			t = (s.Mean-.5)/deviation - elo/s.perT()
		}
		return t * t
	}
	llr := float64(s.Units) / 2 * math.Log((1+square(c.test.Elo0))/(1+square(c.test.Elo1)))
	lower, upper := c.test.Bounds()
	return s.Units > 30 && llr > .6*lower && llr < .6*upper
}

// play plays pairs at a score until the test ends. Even pairs move the ratio little, and
// all of them the same way: it is asked again after the last one in a row.
func (c sprtCase) play(r *rand.Rand, score float64) (p Pentanomial) {
	game := source{first: score - c.draws/2, second: score - c.draws/2, draw: c.draws}
	ended := func() bool {
		s := p.Sample()
		return !c.far(s) && c.test.Verdict(s) != Undecided
	}
	for {
		even, halves := 0, 2
		for ; halves == 2; even++ {
			one, other := game.pair(r)
			halves = one + other
		}
		if even--; even > 0 {
			if p[2] += even; ended() {
				for p[2] -= even; !ended(); {
					p[2]++
				}
				return p
			}
		}
		if p.Add(halves); ended() {
			return p
		}
	}
}

// Simulated tests accept the wrong hypothesis in no more than alpha and beta. The interval
// of their corrected strength holds the true one as often as it says, and the estimate
// lies above it as often as below. With -long at five strengths and three shares of
// draws, in 10,000 matches each.
func TestSimulatedSPRT(t *testing.T) {
	test := func(elo1 float64, normalized bool) SPRT {
		return SPRT{Elo1: elo1, Alpha: .05, Beta: .05, Normalized: normalized}
	}
	cases := []sprtCase{{test(100, false), 0}, {test(100, true), .5}}
	matches, strengths := 200, []float64{0, 1}
	if longtest.Enabled() {
		cases = []sprtCase{
			{test(40, false), 0}, {test(30, false), .5}, {test(3, false), .95},
			{test(40, true), 0}, {test(40, true), .5}, {test(12, true), .95},
		}
		matches, strengths = 10_000, []float64{-1, 0, .5, 1, 2}
	}
	for _, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, 9))
			for _, strength := range strengths {
				elo := strength * c.test.Elo1
				score := c.score(elo)
				held, above, accepted, pairs := 0., 0., 0., 0.
				for range matches {
					p := c.play(r, score)
					s := p.Strength(&c.test)
					if s.Score.Low <= score && score <= s.Score.High {
						held++
					}
					if s.Score.Value > score {
						above++
					}
					if c.test.Verdict(p.Sample()) == AcceptElo1 {
						accepted++
					}
					pairs += float64(p.Pairs())
				}
				n := float64(matches)
				t.Logf("%5.1f Elo: the interval holds it in %.1f %%, the estimate is above it in %.0f %%; elo1 accepted in %.1f %%, after %.0f pairs",
					elo, 100*held/n, 100*above/n, 100*accepted/n, pairs/n)
				within := func(what string, count, low, high float64) {
					rate, chance := count/n, 2.6*math.Sqrt(max(low*(1-low), high*(1-high))/n)
					if rate < low-chance || rate > high+chance {
						t.Errorf("%g Elo: %s in %.4f (expected: %g..%g)", elo, what, rate, low, high)
					}
				}
				within("the interval holds it", held, .94, .96)
				within("the estimate lies above it", above, .45, .55)
				switch strength {
				case 0:
					within("elo1 was accepted", accepted, 0, c.test.Alpha)
				case 1:
					within("elo1 was accepted", accepted, 1-c.test.Beta, 1)
				}
			}
		})
	}
}

// What is not the end of a test is not corrected, and the other player's view is the
// mirror image.
func TestStrength(t *testing.T) {
	test := &SPRT{Elo0: -20, Elo1: 20, Alpha: .05, Beta: .05}
	for _, p := range []Pentanomial{{10, 20, 60, 35, 25}, {0, 0, 0, 0, 40}, {0, 0, 1, 9, 40}, {2, 2, 2, 2, 300}} {
		s, other := p.Strength(test), Result{Pairs: p}.Swap().Pairs.Strength(test)
		if !s.Corrected || s.Score.Low > s.Score.Value || s.Score.High < s.Score.Value || s.Score.Value <= .5 || s.LOS <= .95 {
			t.Errorf("%v: %+v", p, s)
		}
		for _, pair := range [][2]float64{
			{s.Score.Value, 1 - other.Score.Value}, {s.Score.Low, 1 - other.Score.High}, {s.Score.High, 1 - other.Score.Low}, {s.LOS, 1 - other.LOS},
			{s.Elo.Value, -other.Elo.Value}, {s.NElo.Low, -other.NElo.High},
		} {
			if !near(pair[0], pair[1], 1e-6) {
				t.Errorf("%v: %+v, from the other side %+v", p, s, other)
			}
		}
		usual := Strength{Score: p.Score(), Elo: p.Elo(), NElo: p.Sample().NElo(), LOS: p.LOS()}
		if p.Strength(nil) != usual {
			t.Errorf("%v without a test: %+v (expected: %+v)", p, p.Strength(nil), usual)
		}
	}
	// 20 pairs, all won: independent games would leave a score of .91 or more, and games that
	// decide each other one of .83.
	if low := (Pentanomial{4: 20}).Strength(&SPRT{Elo1: 50, Alpha: .05, Beta: .06}).Score.Low; low < .83 || low > .91 {
		t.Errorf("20 pairs won: the score is %v at least (expected: .83 to .91)", low)
	}
	for _, w := range []WDL{{}, {Wins: 1}, {Draws: 30}} {
		if s := w.Strength(test); s.Corrected {
			t.Errorf("%v: %+v (expected: no correction)", w, s)
		}
	}
}

// Whatever the counts and the test, the strength is a number in its interval.
func TestStrengthOfAnything(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	count := func() int { return int(math.Exp(r.Float64()*r.Float64()*28)) - 1 }
	for range 300 {
		p := Pentanomial{count(), count(), count(), count(), count()}
		test := SPRT{Elo0: 1200 * (2*r.Float64() - 1), Alpha: .5 * math.Exp(-20*r.Float64()), Beta: .5 * math.Exp(-20*r.Float64()), Normalized: r.IntN(2) == 0}
		test.Elo1 = min(EloLimit, test.Elo0+math.Exp(8*r.Float64()-1))
		for _, s := range []Strength{p.Strength(&test), WDL{p[0], p[1], p[2]}.Strength(&test)} {
			for _, e := range []Estimate{s.Score, s.Elo, s.NElo, {s.LOS, 0, 1}} {
				if !(e.Low <= e.Value && e.Value <= e.High && e.Low >= -EloLimit && e.High <= EloLimit) {
					t.Fatalf("%v, %+v: %+v", p, test, s)
				}
			}
		}
	}
}

func TestFirstPassage(t *testing.T) {
	// A random walk in small steps.
	walk := func(above, below int, step, drift, until float64) float64 {
		at, up, met := make([]float64, above+below+1), (1+drift*step)/2, 0.
		at[below] = 1
		for range int(until / (step * step)) {
			next := make([]float64, len(at))
			for i := 1; i < len(at)-1; i++ {
				next[i+1] += up * at[i]
				next[i-1] += (1 - up) * at[i]
			}
			met += next[len(at)-1]
			at, next[len(at)-1], next[0] = next, 0, 0
		}
		return met
	}
	for _, c := range []struct{ drift, until float64 }{{0, .3}, {0, 4}, {.7, 1}, {.7, 9}, {-.7, 2}, {-.7, 9}, {3, .2}, {-3, 1}} {
		const step = .02
		if got, want := firstPassage(1, 1.5, c.drift, c.until), walk(50, 75, step, c.drift, c.until); !near(got, want, .01) {
			t.Errorf("drift %v until %v: %v (expected: about %v)", c.drift, c.until, got, want)
		}
	}
	// At last it meets either bound.
	for _, drift := range []float64{-40, -3, -.5, 1e-9, .01, 2, 40} {
		want := math.Expm1(-2*drift*1.5) / math.Expm1(-2*drift*2.5)
		for _, until := range []float64{60, 64, 1e4} {
			if got := firstPassage(1, 1.5, drift, until); !near(got, want, 1e-9) {
				t.Errorf("drift %v until %v: %v (expected: %v)", drift, until, got, want)
			}
		}
	}
	for _, x := range []float64{0, 1, 2.49, 2.51, 6} {
		if got, want := millsRatio(x), math.Exp(x*x/2)*math.Erfc(x/math.Sqrt2)/2; !near(got, want, 1e-12) {
			t.Errorf("Mills ratio at %v: %v (expected: %v)", x, got, want)
		}
	}
}
