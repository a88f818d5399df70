package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"evolab/internal/longtest"
)

// The vector of a public test with a known normalised Elo and ratio.
func TestKnownPentanomial(t *testing.T) {
	s := Pentanomial{379, 10170, 21828, 10640, 343}.Sample()
	if n := s.NElo(); !near(n.Value, 3.05, .005) || !near(n.High-n.Value, 2.31, .005) || !near(n.Value-n.Low, 2.31, .005) {
		t.Errorf("nElo %+v, want 3.05 +- 2.31", n)
	}
	test := SPRT{Elo0: 0, Elo1: 2, Alpha: .05, Beta: .05, Normalized: true}
	if llr := test.LLR(s); !near(llr, 2.94598, 5e-6) {
		t.Errorf("LLR %.5f, want 2.94598", llr)
	}
	if lower, upper := test.Bounds(); !near(lower, -2.94444, 1e-5) || !near(upper, 2.94444, 1e-5) {
		t.Errorf("bounds %v, %v", lower, upper)
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

// Over 2,000 simulated matches at either hypothesis the wrong one is accepted
// in no more than alpha or beta, plus two standard errors.
func TestErrorRatesOfSPRT(t *testing.T) {
	const matches = 2000
	for _, test := range []SPRT{
		{Elo0: 0, Elo1: 30, Alpha: .05, Beta: .05},
		{Elo0: 0, Elo1: 30, Alpha: .05, Beta: .1, Normalized: true},
		{Elo0: -10, Elo1: 40, Alpha: .1, Beta: .05},
	} {
		if test.Elo0 != 0 && !longtest.Enabled() {
			continue // the twin of the first
		}
		r := rand.New(rand.NewPCG(7, 9))
		wrong0, wrong1 := 0, 0
		for range matches {
			if simulate(r, test, test.Elo0) == AcceptElo1 {
				wrong0++
			}
			if simulate(r, test, test.Elo1) == AcceptElo0 {
				wrong1++
			}
		}
		checkRate(t, test, "alpha", float64(wrong0)/matches, test.Alpha, matches)
		checkRate(t, test, "beta", float64(wrong1)/matches, test.Beta, matches)
	}
}

func checkRate(t *testing.T, test SPRT, name string, got, limit float64, n float64) {
	t.Helper()
	if got > limit+2*math.Sqrt(limit*(1-limit)/n) {
		t.Errorf("%+v: error rate %.4f, %s is %.3f", test, got, name, limit)
	}
}

// simulate plays independent games without draws until the test decides.
func simulate(r *rand.Rand, test SPRT, elo float64) Verdict {
	p := 1 / (1 + math.Pow(10, -elo/400))
	if test.Normalized { // elo = t 800/ln 10 with t = (p - 1/2) / sqrt(p (1 - p))
		x := elo * math.Ln10 / 800
		p = .5 + x/2/math.Sqrt(1+x*x)
	}
	var pairs Pentanomial
	for pairs.Pairs() < 100_000 {
		pairs.Add(2*win(r, p) + 2*win(r, p))
		if v := test.Verdict(pairs.Sample()); v != Undecided {
			return v
		}
	}
	return Undecided
}

func win(r *rand.Rand, p float64) int {
	if r.Float64() < p {
		return 1
	}
	return 0
}

// Simulated tests take about as many pairs as expected: a little more, for their last
// step goes beyond the bound.
func TestSPRTTakesAsLongAsExpected(t *testing.T) {
	test := SPRT{Elo0: 0, Elo1: 100, Alpha: .05, Beta: .05}
	r := rand.New(rand.NewPCG(1, 2))
	wanted0, wanted1, between := test.Expected(Sample{Units: 1 << 40, Games: 2, Mean: .5, Variance: .125})
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
