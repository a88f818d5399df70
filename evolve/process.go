package evolve

import (
	"math"

	"evolab/internal/float"
)

// process is a Gaussian process over genomes (Rasmussen and Williams, "Gaussian
// processes for machine learning", 2006, chapter 2): what is known about the fitness of
// all genomes after that of some was measured. Genomes near each other have similar
// fitness, by a squared exponential of their distance.
//
// The candidates of a generation have met the same openings, so they share a part of
// their luck: an error of its own for each group of points.
type process struct {
	length  float64 // over which the fitness changes
	points  []point
	factor  [][]float64 // rows of L, where L L^T is the covariance of the values
	base    float64     // mean of the values, expected where nothing was measured
	weights []float64   // of each point in a prediction
}

// point is a measurement.
type point struct {
	genome Genome
	value  float64
	noise  float64 // variance of the value that others of the group do not share
	group  int
}

// spread is the standard deviation of fitness over genomes, before anything is measured.
const spread = .3

// commonLuck is the part of the variance of a pair that the openings make up.
const commonLuck = .3

// covariance is that of the fitness of two genomes.
func (p *process) covariance(a, b Genome) float64 {
	sum := 0.
	for i, x := range a {
		d := x - b[i]
		sum += float64(d * d)
	}
	return spread * spread * float.Exp(-sum/(2*p.length*p.length))
}

// add takes a measurement into account, from the next fit on: the covariance gets a row,
// and so does its Cholesky factor.
func (p *process) add(m point) {
	row := make([]float64, len(p.points)+1)
	for i, other := range p.points {
		c := p.covariance(m.genome, other.genome)
		if other.group == m.group {
			c += float64(m.noise * commonLuck / (1 - commonLuck))
		}
		row[i] = (c - dot(row[:i], p.factor[i])) / p.factor[i][i]
	}
	const least = 1e-9 // against rounding
	n := len(p.points)
	row[n] = math.Sqrt(max(least, spread*spread+m.noise/(1-commonLuck)-dot(row[:n], row[:n])))
	p.points, p.factor = append(p.points, m), append(p.factor, row)
}

// fit solves L L^T weights = values - base.
func (p *process) fit() {
	n := len(p.points)
	p.base = 0
	for _, m := range p.points {
		p.base += m.value
	}
	p.base /= float64(n)
	p.weights = make([]float64, n)
	for i, row := range p.factor {
		p.weights[i] = (p.points[i].value - p.base - dot(p.weights[:i], row)) / row[i]
	}
	for i := n - 1; i >= 0; i-- {
		row := p.factor[i]
		p.weights[i] /= row[i]
		float.AddScaled(p.weights[:i], -p.weights[i], row[:i])
	}
}

// predict is the expected fitness of a genome.
func (p *process) predict(g Genome) float64 {
	sum := p.base
	for i := range p.points {
		sum += float64(p.weights[i] * p.covariance(g, p.points[i].genome))
	}
	return sum
}

// gradient is that of predict, but for a positive factor.
func (p *process) gradient(g Genome) Genome {
	slope := make(Genome, len(g))
	for i := range p.points {
		to := p.points[i].genome
		w := p.weights[i] * p.covariance(g, to)
		for k := range slope {
			slope[k] += float64(w * (to[k] - g[k]))
		}
	}
	return slope
}

// dot is the scalar product of a vector with the beginning of another one. Four sums
// side by side are faster than one.
func dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += float64(a[i] * b[i])
		s1 += float64(a[i+1] * b[i+1])
		s2 += float64(a[i+2] * b[i+2])
		s3 += float64(a[i+3] * b[i+3])
	}
	for ; i < len(a); i++ {
		s0 += float64(a[i] * b[i])
	}
	return (s0 + s1) + (s2 + s3)
}
