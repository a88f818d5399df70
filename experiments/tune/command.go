package tune

import (
	"context"
	_ "embed"
	"fmt"
	"math"
	"time"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/train"
	"evolab/internal/quantity"
)

// Matches is how what a match runner plays is tuned: candidates meet each other, so that nothing
// else has to be known than how many pairs may be played.
type Matches struct {
	Search
	Validation Games
	TestGames  int // of the result against the start
	Why        []string
}

// PlanMatches divides a number of pairs; each is how many of them a match has at least, so that
// starting the runner pays. The plan does not depend on the machine.
func PlanMatches(pairs, each int) (*Matches, error) {
	const (
		test, watch = .2, .05 // shares of the pairs
		enough      = 2000    // iterations after which longer matches do as well
		atATime     = 8       // matches, at least
		least       = 40      // pairs
	)
	if pairs < least {
		return nil, fmt.Errorf("%s %s too few to find anything (expected: %d and more; 500 show what differs by some 45 Elo)",
			quantity.Of(pairs, "pair"), quantity.Verb(pairs, "is", "are"), least)
	}
	m := &Matches{TestGames: 2 * int(math.Ceil(test*float64(pairs)))}
	m.Validation.Games = 2 * max(1, int(watch*float64(pairs))/5)
	search := pairs - m.TestGames/2 - 5*m.Validation.Games/2
	m.Search = NewSearch(evolve.MeetEachOther, search, max(each, search/enough), atATime)
	m.Validation.Every = max(1, (m.Generations()+3)/4)
	m.Why = []string{fmt.Sprintf("%s: candidates meet each other in %s of %s; then the result plays %s against the start",
		m.Optimizer, quantity.Of(search/m.Pairs, "match"), quantity.Of(m.Pairs, "pair"), quantity.Of(m.TestGames, "fresh game"))}
	return m, nil
}

//go:embed matches.yaml
var matchesTemplate string

// YAML is the experiment that carries out a plan; head are lines of comment.
func (m *Matches) YAML(c *experiment.Config, head []string) ([]byte, error) {
	return fill(matchesTemplate, struct {
		Head []string
		C    *experiment.Config
		*Matches
	}{head, c, m})
}

// Pace is how long matches of a runner take.
type Pace struct{ Start, Pair time.Duration }

// MeasurePace plays matches of the start values against themselves, of one pair and of four.
func MeasurePace(ctx context.Context, c *experiment.Config) (p Pace, err error) {
	a, err := agent.RunnerGame().Agent(c.Runner(), agent.Env{})
	if err != nil {
		return p, err
	}
	start, err := a.(agent.Tunable).With(c.TunedParameters(experiment.NewLayout(c, nil).Weights(c.StartGenome(), "")))
	if err != nil {
		return p, err
	}
	const more = 4
	var took [2]time.Duration
	for i, pairs := range []int{1, more} {
		began := time.Now()
		r := start.(*agent.MatchRunner)
		if _, _, err := r.Match(ctx, r, pairs, uint64(i+1)<<33); err != nil {
			return p, err
		}
		took[i] = time.Since(began)
	}
	const trusted = 16 // where a pair costs next to nothing, the difference of two matches is chance
	p.Pair = max(time.Microsecond, took[1]/trusted, (took[1]-took[0])/(more-1))
	p.Start = max(0, took[0]-p.Pair)
	return p, nil
}

// Each is how many pairs of a match take longer than its start.
func (p Pace) Each() int { return 1 + int(p.Start/p.Pair) }

// Pairs is how many of them are played in a time by so many at a time.
func (p Pace) Pairs(d time.Duration, jobs int) int {
	each := time.Duration(p.Each())
	const luck = .85 // the last ones do not end together
	return int(luck * float64(jobs) * float64(each) * float64(d) / float64(p.Start+each*p.Pair))
}

// Clock is when a run of the plan ends if everything has to be over at a time.
func (m *Matches) Clock(end time.Time, p Pace, jobs int) train.Clock {
	const luck = 1.2
	test := time.Duration(luck * float64(m.TestGames/2) * float64(p.Pair+p.Start/time.Duration(p.Each())) / float64(jobs))
	return train.Clock{Training: end.Add(-test), End: end}
}
