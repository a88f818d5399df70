package evolve

import (
	"cmp"
	"math"
	randv2 "math/rand/v2"
	"slices"

	"evolab/internal/float"
)

// distribution is the multivariate normal distribution that the samples come from, and what
// it takes to adapt it. The width of the first samples goes into the covariance; the
// step size, which follows the length of the path, only weighs what is learnt.
type distribution struct {
	random *randv2.Rand
	mean   Genome
	factor []Genome // U of the covariance U^T U; row i begins on the diagonal

	weights                       []float64 // of the better half, the best first
	path, conjugate               Genome    // evolution paths of the covariance and the step size
	perStep                       float64   // 1 / the step size
	mass                          float64   // variance effective selection mass, mu_eff
	keepPath, keepConjugate       float64   // backward time horizons c_c, c_sigma
	rankOne, rankMu, damping, chi float64   // c_1, c_mu, d_sigma, expected length of a normal vector
}

// newDistribution sets the parameters as Hansen recommends ("The CMA evolution strategy: a
// tutorial", 2016, table 1).
func newDistribution(start Genome, sigma float64, population int, random *randv2.Rand) *distribution {
	d := &distribution{random: random, mean: slices.Clone(start), perStep: 1, path: make(Genome, len(start)), conjugate: make(Genome, len(start))}
	for i := range start {
		row := make(Genome, len(start)-i)
		row[0] = sigma
		d.factor = append(d.factor, row)
	}
	d.weights = make([]float64, population/2)
	for i := range d.weights {
		d.weights[i] = float.Log(float64(len(d.weights))+.5) - float.Log(float64(i+1))
	}
	scale := 1 / float.Sum(d.weights)
	squares := 0.
	for i := range d.weights {
		d.weights[i] *= scale
		squares += float64(d.weights[i] * d.weights[i])
	}
	n, mass := float64(len(start)), 1/squares
	d.mass = mass
	d.keepPath = (4 + mass/n) / (n + 4 + 2*mass/n)
	d.keepConjugate = (mass + 2) / (n + mass + 5)
	d.rankOne = 2 / (float64((n+1.3)*(n+1.3)) + mass)
	d.rankMu = min(1-d.rankOne, 2*(mass-2+1/mass)/(float64((n+2)*(n+2))+mass))
	d.damping = 1 + float64(2*max(0, math.Sqrt((mass-1)/(n+1))-1)) + d.keepConjugate
	d.chi = math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))
	return d
}

// sample draws a vector.
func (d *distribution) sample() Genome {
	x := make(Genome, len(d.mean))
	for i := range x {
		x[i] = normalV2(d.random)
	}
	for i := len(x) - 1; i >= 0; i-- {
		row := d.factor[i]
		float.AddScaled(x[i+1:], x[i], row[1:])
		x[i] = float64(x[i] * row[0])
	}
	float.AddScaled(x, 1, d.mean)
	return x
}

// learn adapts the distribution to the fitness of its samples.
func (d *distribution) learn(samples []Genome, fitness []float64) {
	order := make([]int, len(fitness)) // the best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fitness[b], fitness[a]) })
	before := d.mean
	d.mean = make(Genome, len(before))
	for i, w := range d.weights {
		float.AddScaled(d.mean, w, samples[order[i]])
	}
	moved := shifted(d.mean, -1, before)
	follow(d.path, d.keepPath, math.Sqrt(d.keepPath*(2-d.keepPath)*d.mass)*d.perStep, moved)
	d.whiten(moved)
	follow(d.conjugate, d.keepConjugate, math.Sqrt(d.keepConjugate*(2-d.keepConjugate)*d.mass)*d.perStep, moved)

	// A share of nothing would leave no positive definite matrix.
	d.shrink(max(math.SmallestNonzeroFloat64, 1-d.rankOne-d.rankMu))
	d.add(d.rankOne, slices.Clone(d.path))
	for i, w := range d.weights {
		d.add(d.rankMu*w*d.perStep, shifted(samples[order[i]], -1, before))
	}
	d.perStep /= float.Exp(d.keepConjugate / d.damping * (float.Norm(d.conjugate)/d.chi - 1))
}

// follow makes an evolution path forget a share and adds a step to it.
func follow(path Genome, share, factor float64, step Genome) {
	for i := range path {
		path[i] = float64((1 - share) * path[i])
	}
	float.AddScaled(path, factor, step)
}

// whiten replaces x with the y of U^T y = x.
func (d *distribution) whiten(x Genome) {
	for i, row := range d.factor {
		x[i] *= 1 / row[0]
		float.AddScaled(x[i+1:], -x[i], row[1:])
	}
}

// shrink multiplies the covariance.
func (d *distribution) shrink(share float64) {
	share = math.Sqrt(share)
	for _, row := range d.factor {
		for i := range row {
			row[i] *= share
		}
	}
}

// add adds weight * x x^T to the covariance by Givens rotations (LINPACK's dchud). It
// overwrites x.
func (d *distribution) add(weight float64, x Genome) {
	weight = math.Sqrt(weight)
	for i := range x {
		x[i] *= weight
	}
	for i, row := range d.factor {
		if x[i] == 0 {
			continue
		}
		length := float.Hypot(row[0], x[i])
		cos, sin := row[0]/length, x[i]/length
		row[0] = length
		for k, u := range row[1:] {
			v := x[i+1+k]
			row[1+k] = float64(cos*u) + float64(sin*v)
			x[i+1+k] = float64(cos*v) - float64(sin*u)
		}
	}
}
