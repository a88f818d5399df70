package evolve

import (
	"context"
	"math/rand"
	"slices"

	"evolab/internal/float"
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

// Cost implements Optimizer.
func (o *SPSA) Cost() Cost { return o.centredCost(o.Population / 2 * 2) }

// Run implements Optimizer.
func (o *SPSA) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: o.Shared, cost: o.Cost(), strategy: simultaneous{o}, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// simultaneous keeps the next centre in the state.
type simultaneous struct{ *SPSA }

// What Spall recommends: the exponents of the schedule, and the stability constant A
// as a share of the generations.
const (
	spallAlpha     = .602
	spallGamma     = .101
	spallStability = .1
)

// gain is a_k of generation k, from 1 on; the last step is that of generation last.
func (o simultaneous) gain(k, last int) float64 {
	a := float64(spallStability * float64(last))
	return o.Gain * float.Pow((1+a)/(float64(k)+a), spallAlpha)
}

// width is c_k of generation k, from 1 on.
func (o simultaneous) width(k int) float64 {
	return o.Perturbation / float.Pow(float64(k), spallGamma)
}

func (o simultaneous) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	if g.Index < 0 {
		return o.centred(0, g.Individuals[0].Genome, nil), nil
	}
	if err := g.checkState(len(g.Individuals[0].Genome)); err != nil {
		return nil, err
	}
	centre, c := Genome(g.State), o.width(g.Index+1)
	var neighbours []Genome
	for range o.Population / 2 {
		delta := make(Genome, len(centre)) // of +1 and -1
		for i := range delta {
			delta[i] = float64(2*rng.Intn(2) - 1)
		}
		neighbours = append(neighbours, shifted(centre, c, delta), shifted(centre, -c, delta))
	}
	return o.centred(g.Index+1, centre, neighbours), nil
}

func (o simultaneous) settle(g *Generation, before Generation, played []Individual, fresh []Tally) []Individual {
	centre, pairs := slices.Clone(played[0].Genome), len(played)/2
	if g.Index > 0 {
		g.Sigma = o.width(g.Index)
		gain := o.gain(g.Index, o.turnAfter(o.Cost(), before).Last)
		// The mean of the pairs' estimates. After both neighbours have been brought to length
		// 1, half their difference is what is left of the perturbation.
		for p := 1; p < 2*pairs; p += 2 {
			slope := (fresh[p].Mean() - fresh[p+1].Mean()) / 2
			direction := shifted(played[p].Genome, -1, played[p+1].Genome)
			float.AddScaled(centre, gain*slope/(2*g.Sigma*g.Sigma*float64(pairs)), direction)
		}
	}
	g.State = o.place(centre)
	return settleCentre(g, played)
}
