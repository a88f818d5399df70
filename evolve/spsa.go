package evolve

import (
	"context"
	"math"
	"math/rand"
	"slices"

	"evolab/internal/float"
)

// SPSA is simultaneous perturbation stochastic approximation (Spall, "Implementation of
// the simultaneous perturbation algorithm for stochastic optimization", 1998) as those who
// tune chess engines use it (Fishtest, OpenBench): in many small iterations two candidates
// at theta +- c*delta, delta a vector of random signs, play a few pairs, and theta moves
// towards the better one by gains that shrink. The iterations of a generation begin at the
// same theta, so that they can be played at the same time.
//
// It differs from Fishtest's in what the made-up programs of package tune favour: the
// answer is a mean of theta that weighs later ones more (Shamir and Zhang, "Stochastic
// gradient descent for non-smooth optimization", 2013), which allows wider candidates and
// longer steps; and a generation moves no parameter further than its candidates were apart.
type SPSA struct {
	Shared `key:"-"`
	Meet   string  `key:"meet" doc:"whom the two candidates of an iteration meet: each other, which needs half as many games for the same signal; the opponents, both from the same openings; or both" oneof:"each-other|opponents|both" default:"opponents"`
	CEnd   float64 `key:"c_end" doc:"how far the last candidates lie from the vector; whole numbers two and a half times as far, and at least half a value; the first ones lie two to three times as far" unit:"parts of the range" range:">0..1" default:".05"`
	REnd   float64 `key:"r_end" doc:"how far the last game that one candidate wins more than the other moves the vector; 0 is 1.5 divided by the square root of the pairs of the training" unit:"parts of c_end" range:"0..100" default:"0"`
}

// Whom candidates meet.
const (
	MeetEachOther = "each-other"
	MeetOpponents = "opponents"
	MeetBoth      = "both"
)

// Cost implements Optimizer. A unit is an iteration.
func (o *SPSA) Cost() Cost {
	matches, openings := 1, 0
	switch o.Meet {
	case MeetOpponents:
		matches, openings = 2, o.Pairs
	case MeetBoth:
		matches, openings = 3, o.Pairs
	}
	return Cost{Units: o.Population / 2, Rounds: 1, Openings: openings, Start: matches * o.Pairs, Step: matches * o.Pairs}
}

// Run implements Optimizer.
func (o *SPSA) Run(ctx context.Context, start Start, s Scorer, observe func(Generation) error) error {
	strategy := &approximation{SPSA: o}
	return (&sampler{Shared: o.Shared, cost: o.Cost(), strategy: strategy, matches: strategy, latest: true, scorer: s, observe: observe}).run(ctx, start)
}

// approximation keeps in the state how many iterations there were, theta, and the mean of
// the thetas. The first individual is the answer after the
// generation, in generation 0 the start; it does not play, and its tally is that of the
// candidates.
type approximation struct {
	*SPSA
	begun approximationState
	all   float64   // iterations of the whole run
	moves []Genome  // c*delta of each iteration of the generation
	gaps  []float64 // games that the first candidate of each won more
}

type approximationState struct {
	done        float64
	theta, mean Genome
}

func (o *approximation) read(g Generation) (s approximationState, err error) {
	n := len(g.Individuals[0].Genome)
	if g.Index < 0 {
		return approximationState{theta: o.place(g.Individuals[0].Genome), mean: make(Genome, n)}, nil
	}
	if err := g.checkState(1 + 2*n); err != nil {
		return s, err
	}
	return approximationState{done: g.State[0], theta: slices.Clone(g.State[1 : 1+n]), mean: slices.Clone(g.State[1+n:])}, nil
}

// average takes the theta after so many iterations into the mean. The weight of a theta grows
// with the square of the iterations before it.
func (s *approximationState) average(iterations float64) {
	const decay = 2
	share := (decay + 1) * iterations / (s.done + decay*iterations)
	for i := range s.mean {
		s.mean[i] += float64(share * (s.theta[i] - s.mean[i]))
	}
}

// Exponents of the gains that Spall recommends, and the stability constant A as a share of
// the iterations.
const (
	spallAlpha     = .602
	spallGamma     = .101
	spallStability = .1
)

// width is c of an iteration, from 1 on, in units of c_end.
func (o *approximation) width(k float64) float64 { return float.Pow(o.all/k, spallGamma) }

// gain is how far a won game of an iteration moves theta, in units of c_end.
func (o *approximation) gain(k float64) float64 {
	last := o.REnd
	if last == 0 {
		last = 1.5 / math.Sqrt(o.all*float64(o.Cost().Step))
	}
	stability := float64(spallStability * o.all)
	return last * float.Pow((stability+o.all)/(stability+k), spallAlpha) / o.width(k)
}

// wider is how many times as far as others whole numbers are from the vector: what they
// change is no narrower than a value, and lots blur it.
const wider = 2.5

func (o *approximation) reach(gene int) float64 {
	n := o.values(gene)
	if n == 0 {
		return 2 * o.CEnd
	}
	return max(2*wider*o.CEnd*float64(n-1), 1) / float64(n)
}

func (o *approximation) players(g Generation, rng *rand.Rand) ([]Individual, error) {
	s, err := o.read(g)
	if err != nil {
		return nil, err
	}
	turn := o.turnAfter(o.Cost(), g)
	o.begun, o.all = s, s.done+float64(float64(turn.Last-g.Index)*float64(turn.Units))
	o.moves, o.gaps = nil, nil
	list := []Individual{newIndividual(g.Index+1, 0, o.whole(o.place(s.theta)))}
	for i := range turn.Units {
		width := o.width(s.done + float64(i+1))
		move := make(Genome, len(s.theta))
		for gene := range move {
			move[gene] = width * o.reach(gene) * float64(2*rng.Intn(2)-1)
		}
		o.moves = append(o.moves, move)
		for _, sign := range []float64{1, -1} {
			list = append(list, newIndividual(g.Index+1, len(list), o.drawn(shifted(s.theta, sign, move), rng)))
		}
	}
	return list, nil
}

// drawn is a candidate: whole numbers between two values are rounded by lot.
func (o *approximation) drawn(g Genome, rng *rand.Rand) Genome {
	for gene := range g {
		if n := o.values(gene); n > 0 {
			g[gene] += float64((2*rng.Float64() - 1) / float64(n))
		}
	}
	return o.whole(o.place(g))
}

// play lets the two candidates of each iteration meet.
func (o *approximation) play(ctx context.Context, g *Generation, s Scorer, players []Individual, iterations int) ([]Tally, error) {
	o.gaps = make([]float64, iterations)
	fresh := make([]Tally, len(players))
	for _, duels := range []bool{true, false} {
		if o.Meet == MeetOpponents && duels || o.Meet == MeetEachOther && !duels {
			continue
		}
		first, weight := 0, 4. // games won of a pair's two, minus games lost: 4 * fitness - 2
		if duels {
			weight = 2 // both fitnesses say the same
		} else if o.Meet == MeetBoth {
			first = iterations * o.Pairs
		}
		tallies, err := g.playCouples(ctx, s, players[1:], first, o.Pairs, duels)
		if err != nil {
			return nil, err
		}
		for i, t := range tallies {
			fresh[i+1] = fresh[i+1].Add(t)
		}
		for i := range o.gaps {
			o.gaps[i] += float64(weight * (tallies[2*i].Sum - tallies[2*i+1].Sum))
		}
	}
	for _, t := range fresh {
		players[0].Tally = players[0].Tally.Add(t)
	}
	return fresh, nil
}

func (o *approximation) playRest(ctx context.Context, g *Generation, s Scorer, players []Individual, iterations, pairs int) (err error) {
	first := iterations * o.Cost().Step
	if o.Meet == MeetOpponents {
		return g.playOn(ctx, s, players[1:3], o.Caution, first, pairs)
	}
	_, err = g.playCouples(ctx, s, players[1:3], first, pairs, true)
	return err
}

func (o *approximation) settle(g *Generation, _ Generation, played []Individual, _ []Tally) []Individual {
	s := o.begun
	step := make(Genome, len(s.theta))
	for i, move := range o.moves {
		k := s.done + float64(i+1)
		float.AddScaled(step, o.gain(k)*o.gaps[i]/o.width(k), move)
	}
	for gene := range step {
		most := o.reach(gene)
		s.theta[gene] += max(-most, min(most, step[gene]))
		if n := o.values(gene); n > 0 {
			s.theta[gene] = max(LevelGene(0, n), min(LevelGene(n-1, n), s.theta[gene]))
		}
	}
	s.theta = o.place(s.theta)
	s.done += float64(len(o.moves))
	s.average(float64(len(o.moves)))
	g.Sigma = 2 * o.CEnd * o.width(s.done)
	g.State = slices.Concat([]float64{s.done}, s.theta, s.mean)
	if g.Index > 0 {
		played[0].Genome = o.whole(o.place(s.mean))
	}
	return settleCentre(g, played)
}
