package evolve

import (
	"context"
	"math/rand"
	"slices"

	"evolab/internal/float"
)

// OES is the evolution strategy of Salimans, Ho, Chen, Sidor and Sutskever
// ("Evolution strategies as a scalable alternative to reinforcement learning",
// 2017): the centre moves along the mean of its neighbours' directions, each
// weighted with its standardised fitness. Neighbours come in opposite pairs.
//
// eaopt's OES is not used: it adds the noise of all dimensions up and moves
// every weight by the same amount, so it only finds the best multiple of one
// direction.
type OES struct {
	Shared       `key:"-"`
	Sigma        float64 `key:"sigma" doc:"how far neighbours lie from the vector" unit:"standard deviation of a weight" range:">0..10" default:".15"`
	LearningRate float64 `key:"learning_rate" doc:"how far the vector follows its neighbours" unit:"steps" range:">0..10" default:".1"`
}

// Cost implements Optimizer.
func (o *OES) Cost() Cost { return o.centredCost(o.Population / 2 * 2) }

// Run implements Optimizer.
func (o *OES) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: o.Shared, cost: o.Cost(), strategy: openStrategy{o}, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// openStrategy keeps the next centre in the state.
type openStrategy struct{ *OES }

func (o openStrategy) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	if g.Index < 0 {
		return o.centred(0, g.Individuals[0].Genome, nil), nil
	}
	if err := g.checkState(len(g.Individuals[0].Genome)); err != nil {
		return nil, err
	}
	centre := Genome(g.State)
	var neighbours []Genome
	for range o.Population / 2 {
		noise := gaussianVector(len(centre), rng)
		neighbours = append(neighbours, shifted(centre, o.Sigma, noise), shifted(centre, -o.Sigma, noise))
	}
	return o.centred(g.Index+1, centre, neighbours), nil
}

func (o openStrategy) settle(g *Generation, _ Generation, played []Individual, fresh []Tally) []Individual {
	centre := played[0].Genome
	g.Sigma = o.Sigma
	neighbours, fresh := played[1:], fresh[1:]
	moved := slices.Clone(centre) // along the estimated gradient
	for i, utility := range standardized(fresh) {
		direction := shifted(neighbours[i].Genome, -1, centre)
		float.AddScaled(moved, o.LearningRate*utility/(o.Sigma*float64(len(fresh))), direction)
	}
	g.State = o.place(moved)
	return settleCentre(g, played)
}

// standardized returns the mean fitnesses with mean 0 and standard deviation 1;
// zeros where all are equal.
func standardized(tallies []Tally) []float64 {
	values := make([]float64, len(tallies))
	for i, t := range tallies {
		values[i] = t.Mean()
	}
	if len(values) < 2 {
		return make([]float64, len(values))
	}
	mean, deviation := float.MeanDeviation(values)
	for i := range values {
		values[i] -= mean
		if deviation > 0 {
			values[i] /= deviation
		}
	}
	return values
}
