package stats

import (
	"math"

	"evolab/internal/float"
)

// Encounter is what two players of a pool did against each other, in pairs from
// the view of A. Two players may meet in several encounters.
type Encounter struct {
	A, B  int // indices of the players
	Pairs Pentanomial
}

// Ratings are the Elo ratings of a pool of players, all fitted together: the
// most likely ones in the Bradley-Terry model (Bradley and Terry, "Rank
// analysis of incomplete block designs", 1952), where A scores
// 1/(1+10^((B-A)/400)) against B and a draw is half a win. As in BayesElo
// (Coulom, 2008) a weak prior keeps one-sided results finite: each player has one
// additional draw, with a player of average strength. The mean of all ratings is 0,
// and an interval is that of the distance to this mean.
//
// The intervals come from how much the pairs really vary, since the games of a
// pair depend on each other (the sandwich estimator of Huber, "The behavior of
// maximum likelihood estimates under nonstandard conditions", 1967); as in the
// interval of a score, each encounter counts one additional pair of the largest
// variance. The test measures the coverage.
func Ratings(players int, met []Encounter) []Estimate {
	if players == 0 {
		return nil
	}
	pool := &pool{theta: make([]float64, players), met: met}
	pool.fit()
	variance := pool.variances()
	list := make([]Estimate, players)
	mean := float.Sum(pool.theta) / float64(players)
	const perLogit = 400 / math.Ln10
	for i := range list {
		value := float64((pool.theta[i] - mean) * perLogit)
		half := float64(z * math.Sqrt(variance[i]) * perLogit)
		list[i] = Estimate{value, value - half, value + half}
	}
	return list
}

// pool holds the strengths of its players, in logits.
type pool struct {
	theta []float64
	met   []Encounter
}

// expect is the expected score of a over b.
func (p *pool) expect(e Encounter) float64 { return logistic(p.theta[e.A] - p.theta[e.B]) }

func logistic(x float64) float64 { return 1 / (1 + float.Exp(-x)) }

// fit climbs by Newton's method; the likelihood with its prior is concave.
func (p *pool) fit() {
	const steps, close, longest = 200, 1e-10, 1.0
	for range steps {
		step := make([]float64, len(p.theta)) // first the gradient
		for i, strength := range p.theta {
			step[i] = .5 - logistic(strength)
		}
		for _, e := range p.met {
			surplus := float64(float64(e.Pairs.Games()) * (e.Pairs.Mean() - p.expect(e)))
			step[e.A] += surplus
			step[e.B] -= surplus
		}
		p.information().factorize().solve(step)
		size := 0.
		for _, v := range step {
			size = max(size, math.Abs(v))
		}
		float.AddScaled(p.theta, min(1, longest/max(size, close)), step)
		if size < close {
			return
		}
	}
}

// information is Fisher's, of the games and the prior; it is positive definite.
func (p *pool) information() symmetric {
	h := p.prior()
	for _, e := range p.met {
		x := p.expect(e)
		h.spread(e, float64(float64(e.Pairs.Games())*x*(1-x)))
	}
	return h
}

func (p *pool) prior() symmetric {
	h := newSymmetric(len(p.theta))
	for i, strength := range p.theta {
		x := logistic(strength)
		h[i][i] = x * (1 - x)
	}
	return h
}

// variances are those of the players' distances to the mean: of
// centring^T information^-1 observed information^-1 centring.
func (p *pool) variances() []float64 {
	n := len(p.theta)
	observed := p.prior()
	for _, e := range p.met {
		observed.spread(e, p.variation(e))
	}
	factor := p.information().factorize()
	list := make([]float64, n)
	for i := range list {
		half := make([]float64, n)
		for j := range half {
			half[j] = -1 / float64(n)
		}
		half[i]++
		factor.solve(half)
		list[i] = max(0, observed.quadratic(half))
	}
	return list
}

// variation is the variance of an encounter's points, as its pairs show it.
func (p *pool) variation(e Encounter) float64 {
	n := float64(e.Pairs.Pairs())
	if n == 0 {
		return 0
	}
	x := p.expect(e)
	off := e.Pairs.Mean() - x
	ofPair := (float64(n*(e.Pairs.Variance()+float64(off*off))) + float64(x*(1-x))) / (n + 1)
	const points = 2 // of a pair, so that its variance is that of a mean times 4
	return float64(float64(n*ofPair) * points * points)
}

// symmetric is a symmetric matrix. Only what is left of the diagonal and on it is used.
type symmetric [][]float64

func newSymmetric(n int) symmetric {
	h := make(symmetric, n)
	for i := range h {
		h[i] = make([]float64, i+1)
	}
	return h
}

// spread adds an encounter's weight for the difference of its players.
func (h symmetric) spread(e Encounter, weight float64) {
	h[e.A][e.A] += weight
	h[e.B][e.B] += weight
	h[max(e.A, e.B)][min(e.A, e.B)] -= weight
}

func (h symmetric) quadratic(x []float64) float64 {
	sum := 0.
	for i, row := range h {
		side := 0.
		for j, v := range row[:i] {
			side += float64(v * x[j])
		}
		sum += float64(x[i] * (float64(row[i]*x[i]) + float64(2*side)))
	}
	return sum
}

// lower is a lower triangular matrix l of Cholesky's decomposition l l^T.
type lower [][]float64

// factorize decomposes a positive definite matrix, in its place.
func (h symmetric) factorize() lower {
	for i, row := range h {
		for j, other := range h[:i+1] {
			rest := row[j]
			for k := range j {
				rest -= float64(row[k] * other[k])
			}
			if j < i {
				row[j] = rest / other[j]
				continue
			}
			if !(rest > 0) {
				panic("stats: ratings: the information is not positive definite")
			}
			row[j] = math.Sqrt(rest)
		}
	}
	return lower(h)
}

// solve replaces b by the x with l l^T x = b.
func (l lower) solve(b []float64) {
	for i, row := range l {
		for j, v := range row[:i] {
			b[i] -= float64(v * b[j])
		}
		b[i] /= row[i]
	}
	for i := len(l) - 1; i >= 0; i-- {
		b[i] /= l[i][i]
		float.AddScaled(b[:i], -b[i], l[i][:i])
	}
}
