package train

import (
	"context"
	"fmt"
	"time"
)

// clock is a context that is cancelled at a time, unless that is zero. It is as if
// somebody interrupted the run then.
func clock(ctx context.Context, at time.Time) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	if at.IsZero() {
		return ctx, cancel
	}
	timer := time.AfterFunc(time.Until(at), cancel)
	return ctx, func() { timer.Stop(); cancel() }
}

// lastGames are the sizes of the matches after the training.
type lastGames struct {
	choice int // of each candidate
	test   int // against each opponent
}

// The least sizes say something yet: a pair against each opponent, and ten in the test.
const leastTest = 20

// fitLastGames plans the games after the training: those of the config, or fewer if the
// clock would end before they do, at the speed of the training.
func (r *running) fitLastGames() {
	c := r.setup.config
	r.games = lastGames{c.Validation.CandidateGames, c.Test.Games}
	if r.options.Clock.End.IsZero() || !r.hasGeneration || r.trained == 0 {
		return
	}
	candidates, matches := r.numCandidates(r.last.HallOfFame), len(c.Test.OpeningPlies)*(len(r.setup.opponents)+1)
	if r.setup.tuned != nil {
		matches += len(r.setup.opponents) // of the start
	}
	per := r.trained.Seconds() / float64(max(1, r.last.Games))
	const luck = .95
	left := luck * time.Until(r.options.Clock.End).Seconds()
	planned := per * float64(candidates*r.games.choice+matches*r.games.test)
	if planned <= left {
		return
	}
	fit := func(games, least int) int { return min(games, max(least, int(float64(games)*left/planned)/2*2)) }
	before := r.games
	r.games = lastGames{fit(before.choice, 2*len(r.setup.opponents)), fit(before.test, leastTest)}
	if r.games != before {
		r.cut = append(r.cut, fmt.Sprintf("the choice has %d of %d games a candidate and the test %d of %d against each opponent",
			r.games.choice, before.choice, r.games.test, before.test))
	}
}
