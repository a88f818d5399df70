package stats

import (
	"math"

	"gonum.org/v1/gonum/mat"
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
	pool := &pool{theta: mat.NewVecDense(players, nil), met: met}
	pool.fit()
	variance := pool.variances()
	list := make([]Estimate, players)
	mean := mat.Sum(pool.theta) / float64(players)
	const perLogit = 400 / math.Ln10
	for i := range list {
		value := (pool.theta.AtVec(i) - mean) * perLogit
		half := z * math.Sqrt(variance[i]) * perLogit
		list[i] = Estimate{value, value - half, value + half}
	}
	return list
}

// pool holds the strengths of its players, in logits.
type pool struct {
	theta *mat.VecDense
	met   []Encounter
}

// expect is the expected score of a over b.
func (p *pool) expect(e Encounter) float64 {
	return logistic(p.theta.AtVec(e.A) - p.theta.AtVec(e.B))
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// fit climbs by Newton's method; the likelihood with its prior is concave.
func (p *pool) fit() {
	const steps, close, longest = 200, 1e-10, 1.0
	n := p.theta.Len()
	for range steps {
		gradient, information := mat.NewVecDense(n, nil), p.information()
		for i := range n {
			gradient.SetVec(i, .5-logistic(p.theta.AtVec(i)))
		}
		for _, e := range p.met {
			surplus := float64(e.Pairs.Games()) * (e.Pairs.Mean() - p.expect(e))
			gradient.SetVec(e.A, gradient.AtVec(e.A)+surplus)
			gradient.SetVec(e.B, gradient.AtVec(e.B)-surplus)
		}
		step := mat.NewVecDense(n, nil)
		solve(information, step, gradient)
		size := mat.Norm(step, math.Inf(1))
		p.theta.AddScaledVec(p.theta, min(1, longest/max(size, close)), step)
		if size < close {
			return
		}
	}
}

// information is Fisher's, of the games and the prior; it is positive definite.
func (p *pool) information() *mat.SymDense {
	h := p.prior()
	for _, e := range p.met {
		x := p.expect(e)
		spread(h, e, float64(e.Pairs.Games())*x*(1-x))
	}
	return h
}

func (p *pool) prior() *mat.SymDense {
	h := mat.NewSymDense(p.theta.Len(), nil)
	for i := range p.theta.Len() {
		x := logistic(p.theta.AtVec(i))
		h.SetSym(i, i, x*(1-x))
	}
	return h
}

// spread adds an encounter's weight for the difference of its players.
func spread(h *mat.SymDense, e Encounter, weight float64) {
	h.SetSym(e.A, e.A, h.At(e.A, e.A)+weight)
	h.SetSym(e.B, e.B, h.At(e.B, e.B)+weight)
	h.SetSym(e.A, e.B, h.At(e.A, e.B)-weight)
}

// variances are those of the players' distances to the mean.
func (p *pool) variances() []float64 {
	n := p.theta.Len()
	observed := p.prior()
	for _, e := range p.met {
		spread(observed, e, p.variation(e))
	}
	// Half of the sandwich, information^-1 times centring, serves on both sides.
	centring := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			centring.Set(i, j, -1/float64(n))
		}
		centring.Set(i, i, 1-1/float64(n))
	}
	half := mat.NewDense(n, n, nil)
	solve(p.information(), half, centring)
	var product mat.Dense
	product.Mul(half.T(), observed)
	product.Mul(&product, half)
	list := make([]float64, n)
	for i := range list {
		list[i] = max(0, product.At(i, i))
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
	ofPair := (n*(e.Pairs.Variance()+off*off) + x*(1-x)) / (n + 1)
	const points = 2 // of a pair, so that its variance is that of a mean times 4
	return n * ofPair * points * points
}

// solve sets dst to a^-1 b for a positive definite a.
func solve(a *mat.SymDense, dst, b mat.Matrix) {
	var c mat.Cholesky
	if !c.Factorize(a) {
		panic("stats: ratings: the information is not positive definite")
	}
	var err error
	switch dst := dst.(type) {
	case *mat.VecDense:
		err = c.SolveVecTo(dst, b.(mat.Vector))
	case *mat.Dense:
		err = c.SolveTo(dst, b)
	}
	if err != nil {
		panic("stats: ratings: " + err.Error())
	}
}
