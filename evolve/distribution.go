package evolve

import (
	"cmp"
	"math"
	randv2 "math/rand/v2"
	"slices"

	"evolab/internal/float"
)

// distribution is the multivariate normal distribution N(mean, sigma^2 C) that CMA-ES samples
// and adapts (Hansen, "The CMA evolution strategy: a tutorial", 2016): C = B D^2 B^T.
type distribution struct {
	random     *randv2.Rand
	mean       Genome
	sigma      float64
	covariance []Genome // C, symmetric
	axes       []Genome // rows of B^T, the eigenvectors of C
	lengths    Genome   // diagonal of D: what the axes are multiplied by
	stale      float64  // generations since the axes were those of C
	widths     Genome   // factors by which samples are wider than that in each coordinate

	path, conjugate Genome // evolution paths p_c of the covariance and p_sigma of the step size
	generation      int

	weights                     []float64 // of the samples, the best first; the worse half has negative ones
	parents                     int       // mu: samples with a positive weight
	mass                        float64   // variance effective selection mass mu_eff
	pathRate, sigmaRate         float64   // c_c, c_sigma
	rankOne, rankMu             float64   // c_1, c_mu
	damping, expectedNormalNorm float64   // d_sigma, E||N(0,I)||
}

// newDistribution sets the parameters as Hansen recommends (table 1), negative weights included.
func newDistribution(start Genome, sigma float64, population int, random *randv2.Rand) *distribution {
	dimension := len(start)
	d := &distribution{
		random: random, mean: slices.Clone(start), sigma: sigma, covariance: identity(dimension), axes: identity(dimension),
		lengths: make(Genome, dimension), path: make(Genome, dimension), conjugate: make(Genome, dimension), parents: population / 2,
	}
	for i := range d.lengths {
		d.lengths[i] = 1
	}
	d.widths = slices.Clone(d.lengths)
	d.weights = make([]float64, population)
	for i := range d.weights {
		d.weights[i] = float.Log(float64(population+1)/2) - float.Log(float64(i+1))
	}
	better, worse := d.weights[:d.parents], d.weights[d.parents:]
	n, mass := float64(dimension), selectionMass(better)
	d.mass = mass
	d.pathRate = (4 + mass/n) / (n + 4 + 2*mass/n)
	d.sigmaRate = (mass + 2) / (n + mass + 5)
	d.rankOne = 2 / (float64((n+1.3)*(n+1.3)) + mass)
	d.rankMu = min(1-d.rankOne, 2*(.25+mass+1/mass-2)/(float64((n+2)*(n+2))+mass))
	d.damping = 1 + float64(2*max(0, math.Sqrt((mass-1)/(n+1))-1)) + d.sigmaRate
	d.expectedNormalNorm = math.Sqrt(n) * (1 - 1/(4*n) + 1/(21*n*n))

	scale(better, 1/float.Sum(better))
	worseMass := selectionMass(worse)
	limit := min(1+d.rankOne/d.rankMu, 1+2*worseMass/(worseMass+2), (1-d.rankOne-d.rankMu)/(n*d.rankMu)) // keeps C positive definite
	if sum := float.Sum(worse); sum < 0 {
		scale(worse, max(0, limit)/-sum)
	}
	return d
}

// selectionMass returns (sum w)^2 / sum w^2, or 0 if all weights are 0.
func selectionMass(weights []float64) float64 {
	sum, squares := float.Sum(weights), 0.
	for _, w := range weights {
		squares += float64(w * w)
	}
	if squares == 0 {
		return 0
	}
	return sum * sum / squares
}

func (d *distribution) sample() Genome {
	x := make(Genome, len(d.mean))
	for i, axis := range d.axes {
		float.AddScaled(x, d.sigma*d.lengths[i]*normalV2(d.random), axis)
	}
	for i, mean := range d.mean {
		x[i] = mean + float64(d.widths[i]*x[i])
	}
	return x
}

// learn adapts the distribution to the fitness of its samples, which may have been moved
// before they were rated.
func (d *distribution) learn(samples []Genome, fitness []float64) {
	order := make([]int, len(fitness)) // the best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(fitness[b], fitness[a]) })
	steps := make([]Genome, len(order))
	step := make(Genome, len(d.mean)) // of the mean, in units of sigma
	for i, at := range order {
		steps[i] = shifted(samples[at], -1, d.mean)
		for k, w := range d.widths {
			steps[i][k] /= d.sigma * w
		}
		if i < d.parents {
			float.AddScaled(step, d.weights[i], steps[i])
		}
	}
	for k, w := range d.widths {
		d.mean[k] += float64(d.sigma * w * step[k])
	}

	d.generation++
	follow(d.conjugate, d.sigmaRate, d.mass, d.whiten(step))
	norm := float.Norm(d.conjugate)
	// h_sigma: a path that grows fast belongs to the step size alone.
	known := 1 - float.Pow(1-d.sigmaRate, float64(2*d.generation))
	stalled := norm/math.Sqrt(known) >= (1.4+2/float64(len(d.mean)+1))*d.expectedNormalNorm
	if stalled {
		scale(d.path, 1-d.pathRate)
	} else {
		follow(d.path, d.pathRate, d.mass, step)
	}
	d.updateCovariance(steps, stalled)
	const most = 1. // change of log sigma in a generation
	d.sigma *= float.Exp(min(most, d.sigmaRate/d.damping*(norm/d.expectedNormalNorm-1)))

	d.stale++
	if d.stale*(d.rankOne+d.rankMu)*float64(len(d.mean))*10 > 1 {
		d.decompose()
	}
}

// updateCovariance adds what the path and the steps, the best first, say about C.
func (d *distribution) updateCovariance(steps []Genome, stalled bool) {
	keep := 1 - d.rankOne - float64(d.rankMu*float.Sum(d.weights))
	if stalled {
		keep += float64(d.rankOne * d.pathRate * (2 - d.pathRate))
	}
	for _, row := range d.covariance {
		scale(row, keep)
	}
	d.addSquare(d.rankOne, d.path)
	for i, step := range steps {
		w := d.weights[i]
		if w < 0 { // as if it were as long as expected
			length := float.Norm(d.whiten(step))
			if length == 0 {
				continue
			}
			w *= float64(len(step)) / (length * length)
		}
		d.addSquare(d.rankMu*w, step)
	}
}

func (d *distribution) addSquare(weight float64, x Genome) {
	for i, row := range d.covariance {
		float.AddScaled(row, weight*x[i], x)
	}
}

// whiten returns C^-1/2 x.
func (d *distribution) whiten(x Genome) Genome {
	y := make(Genome, len(x))
	for i, axis := range d.axes {
		float.AddScaled(y, dot(axis, x)/d.lengths[i], axis)
	}
	return y
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += float64(x * b[i])
	}
	return sum
}

// decompose brings the axes and their lengths up to date with C.
func (d *distribution) decompose() {
	values, vectors := eigen(d.covariance)
	d.axes, d.stale = vectors, 0
	const least = 1e-14 // of the largest: rounding makes smaller ones
	floor := least * slices.Max(values)
	for i, v := range values {
		d.lengths[i] = math.Sqrt(max(v, floor))
	}
}

// follow lets an evolution path forget a share, and adds a step of the mean.
func follow(path Genome, rate, mass float64, step Genome) {
	scale(path, 1-rate)
	float.AddScaled(path, math.Sqrt(rate*(2-rate)*mass), step)
}

func scale(v []float64, factor float64) {
	for i := range v {
		v[i] *= factor
	}
}

func identity(n int) []Genome {
	rows := make([]Genome, n)
	for i := range rows {
		rows[i] = make(Genome, n)
		rows[i][i] = 1
	}
	return rows
}
