package evolve

import (
	"context"
	"math"
	"math/rand"

	"gonum.org/v1/gonum/floats"
)

// SPSA is simultaneous perturbation stochastic approximation with the usual
// schedule of gains (Spall, "Implementation of the simultaneous perturbation
// algorithm for stochastic optimization", 1998): each pair of neighbours at
// centre +- c*delta, delta a vector of random signs, estimates the gradient;
// the estimates of a generation are averaged.
type SPSA struct {
	Shared       `key:"-"`
	Gain         float64 `key:"gain" doc:"a, the first step per unit of gradient" unit:"steps" range:">0..100" default:".3"`
	Perturbation float64 `key:"perturbation" doc:"c, how far the first neighbours lie from the vector in each weight" unit:"weight" range:">0..10" default:".15"`
}

// The exponents and the stability constant that Spall recommends: the gains
// fall with (k+A)^-.602 and k^-.101, where A is a tenth of the generations.
const (
	gainExponent         = .602
	perturbationExponent = .101
	stability            = .1
)

// GamesPerGeneration implements Optimizer.
func (o *SPSA) GamesPerGeneration() int { return 2 * o.Pairs * (1 + o.Population/2*2) }

// Run implements Optimizer.
func (o *SPSA) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: o.Shared, strategy: simultaneous{o}, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// simultaneous keeps the next centre in the state.
type simultaneous struct{ *SPSA }

// gain is a_k and width is c_k of generation k, from 1 on.
func (o simultaneous) gain(k int) float64 {
	a := stability * float64(o.Generations)
	return o.Gain * math.Pow((1+a)/(float64(k)+a), gainExponent)
}

func (o simultaneous) width(k int) float64 {
	return o.Perturbation / math.Pow(float64(k), perturbationExponent)
}

func (o simultaneous) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	if g.Index < 0 {
		return centred(0, g.Individuals[0].Genome, nil), nil
	}
	if err := g.checkState(len(g.Individuals[0].Genome)); err != nil {
		return nil, err
	}
	centre, c := Genome(g.State), o.width(g.Index+1)
	var neighbours []Genome
	for range o.Population / 2 {
		delta := signs(len(centre), rng)
		neighbours = append(neighbours, shifted(centre, c, delta), shifted(centre, -c, delta))
	}
	return centred(g.Index+1, centre, neighbours), nil
}

// signs draws a vector of +1 and -1.
func signs(n int, rng *rand.Rand) Genome {
	v := make(Genome, n)
	for i := range v {
		v[i] = float64(2*rng.Intn(2) - 1)
	}
	return v
}

func (o simultaneous) settle(g *Generation, _ Generation, played []Individual, fresh []Tally) []Individual {
	centre := append(Genome(nil), played[0].Genome...)
	if g.Index > 0 {
		g.Sigma = o.width(g.Index)
		o.climb(centre, g.Index, played[1:], fresh[1:])
	}
	g.State = centre.Normalized()
	return settleCentre(g, played)
}

// climb moves the centre along the mean of the pairs' estimates. What is left
// of a perturbation after both neighbours were brought to length 1 is half
// their difference.
func (o simultaneous) climb(centre Genome, k int, neighbours []Individual, fresh []Tally) {
	pairs := len(neighbours) / 2
	for p := range pairs {
		up, down := neighbours[2*p].Genome, neighbours[2*p+1].Genome
		slope := (fresh[2*p].Mean() - fresh[2*p+1].Mean()) / 2
		direction := shifted(up, -1, down)
		floats.AddScaled(centre, o.gain(k)*slope/(2*o.width(k)*o.width(k)*float64(pairs)), direction)
	}
}
