package evolve

import (
	"cmp"
	"context"
	"math/rand"
	"slices"

	"evolab/internal/float"
)

// Surrogate learns a model of fitness from all pairs of a run, a Gaussian process. The
// centre is the best genome by the model; its neighbours are drawn at random, and those
// play that the model thinks best (Jones, Schonlau and Welch, "Efficient global
// optimization of expensive black-box functions", 1998; Jin, "Surrogate-assisted
// evolutionary computation", 2011).
type Surrogate struct {
	Shared   `key:"-"`
	Sigma    float64 `key:"sigma" doc:"how far neighbours lie from the vector in generation 1" unit:"standard deviation of a weight" range:">0..10" default:".3"`
	SigmaEnd float64 `key:"sigma_end" doc:"the same in the last generation; geometric in between" unit:"standard deviation of a weight" range:">0..sigma" default:".05"`
	Screen   int     `key:"screen" doc:"neighbours that are drawn for each that plays, which is the best by the model" unit:"neighbours" range:"1..1000" default:"4"`
	Memory   int     `key:"memory" doc:"measurements that the model holds at most; then it forgets the oldest quarter" unit:"measurements" range:"100..5000" default:"1500"`
	Length   float64 `key:"length" doc:"over which the model expects fitness to change" unit:"distance of two vectors" range:">0..100" default:"2"`
}

// Cost implements Optimizer.
func (o *Surrogate) Cost() Cost { return o.centredCost(o.Population) }

// Run implements Optimizer.
func (o *Surrogate) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	return (&sampler{Shared: o.Shared, cost: o.Cost(), strategy: &modelled{Surrogate: o}, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// modelled keeps all measurements in the state.
type modelled struct {
	*Surrogate
	model *process
}

func (o *modelled) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	if g.Index < 0 {
		return o.centred(0, g.Individuals[0].Genome, nil), nil
	}
	dimension := len(g.Individuals[0].Genome)
	size := dimension + 3
	if err := g.checkState(max(1, len(g.State)/size) * size); err != nil {
		return nil, err
	}
	if o.model == nil {
		o.model = &process{length: o.Length}
	}
	for at := len(o.model.points) * size; at < len(g.State); at += size {
		p := g.State[at : at+size]
		o.model.add(point{genome: Genome(p[3:]), value: p[0], noise: p[1], group: int(p[2])})
	}
	o.model.fit()
	centre := o.climb(g.Individuals[0].Genome)
	sigma := o.sigmaAt(g)
	type neighbour struct {
		genome  Genome
		fitness float64
	}
	drawn := make([]neighbour, o.Population*o.Screen)
	for i := range drawn {
		x := o.place(shifted(centre, sigma, gaussianVector(dimension, rng)))
		drawn[i] = neighbour{genome: x}
		if o.Screen > 1 {
			drawn[i].fitness = o.model.predict(x)
		}
	}
	slices.SortStableFunc(drawn, func(a, b neighbour) int { return cmp.Compare(b.fitness, a.fitness) })
	var neighbours []Genome
	for _, n := range drawn[:o.Population] {
		neighbours = append(neighbours, n.genome)
	}
	return o.centred(g.Index+1, centre, neighbours), nil
}

// sigmaAt is how far neighbours lie from the centre in the generation after g.
func (o *modelled) sigmaAt(g Generation) float64 {
	last := o.turnAfter(o.Cost(), g).Last
	if last < 2 {
		return o.Sigma
	}
	return o.Sigma * float.Pow(o.SigmaEnd/o.Sigma, min(1, float64(g.Index)/float64(last-1)))
}

// climb goes uphill by the model.
func (o *modelled) climb(from Genome) Genome {
	best := o.model.predict(from)
	for step := .2; step > .005; {
		slope := o.model.gradient(from)
		length := float.Norm(slope)
		if length == 0 {
			break
		}
		to := o.place(shifted(from, step/length, slope))
		if f := o.model.predict(to); f > best {
			from, best = to, f
		} else {
			step /= 2
		}
	}
	return from
}

func (o *modelled) settle(g *Generation, before Generation, played []Individual, fresh []Tally) []Individual {
	g.State = slices.Clone(before.State)
	if g.Index > 0 {
		g.Sigma = o.sigmaAt(before)
	}
	noise := ownNoise(fresh)
	for i, t := range fresh {
		g.State = append(append(g.State, t.Mean(), noise, float64(g.Index)), played[i].Genome...)
	}
	if size := len(played[0].Genome) + 3; len(g.State) > o.Memory*size {
		g.State = slices.Clone(g.State[len(g.State)-o.Memory*3/4*size:])
		o.model = nil
	}
	return settleCentre(g, played)
}

// ownNoise is the variance of a candidate's mean that the others of its generation do
// not share.
func ownNoise(fresh []Tally) float64 {
	const least = .01 // of a pair: candidates that win all their games are not sure to
	sum := 0.
	for _, t := range fresh {
		sum += t.SumSquares/float64(t.Pairs) - float64(t.Mean()*t.Mean())
	}
	return (1 - commonLuck) * max(least, sum/float64(len(fresh))) / float64(fresh[0].Pairs)
}
