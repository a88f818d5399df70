package train

import (
	"context"
	"fmt"
	"time"

	"evolab/arena"
	"evolab/experiments/run"
	"evolab/internal/quantity"
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
	choice          int // of each candidate
	test, wholeTest int // against each opponent: so far, and as the config has it
	// known are the games of the test so far, by who plays whom: under a clock it grows.
	known map[string]*[]arena.Record
}

// LeastTest is the least number of games against an opponent that say something.
const LeastTest = 20

// planLastGames plans the games after the training: those of the config. Under a clock,
// the choice has fewer if they would take longer, at the speed of the training, and the
// test begins with few.
func (r *running) planLastGames() {
	c := r.setup.config
	r.games = lastGames{choice: c.Validation.CandidateGames, test: c.Test.Games, wholeTest: c.Test.Games}
	if r.options.Clock.End.IsZero() || !r.hasGeneration {
		return
	}
	r.games.known = map[string]*[]arena.Record{}
	r.games.test = min(LeastTest, r.games.wholeTest)
	candidates := r.numCandidates(r.last.HallOfFame)
	if candidates == 1 { // nobody chooses
		r.games.choice = 0
	}
	game := r.trained.Seconds() / float64(max(1, r.last.Games))
	planned := game * float64(candidates*r.games.choice+r.testMatches(champion{})*r.games.wholeTest)
	if left := time.Until(r.options.Clock.End).Seconds(); planned > left {
		least := 2 * len(r.setup.opponents)
		whole := r.games.choice
		r.games.choice = min(whole, max(least, int(float64(whole)*left/planned)/2*2))
		r.noteCut("the choice", "of each candidate", r.games.choice, whole)
	}
}

func (r *running) noteCut(what, each string, played, of int) {
	if played < of {
		r.cut = append(r.cut, fmt.Sprintf("%s has %d of %s %s", what, played, quantity.Of(of, "game"), each))
	}
}

// knownGames are those of the test that somebody has played with an opponent; nil: they
// are played once only.
func (r *running) knownGames(player string, opponent, plies int) *[]arena.Record {
	if r.games.known == nil {
		return nil
	}
	key := fmt.Sprint(player, opponent, plies)
	if r.games.known[key] == nil {
		r.games.known[key] = &[]arena.Record{}
	}
	return r.games.known[key]
}

// testLonger continues a test that the clock had begin with few games, step by step, and
// returns what it has come to: all matches have as many games, in the same pairs.
func (r *running) testLonger(ctx context.Context, c champion, test []versus, gain *run.Gain) ([]versus, *run.Gain, error) {
	const steps = 8
	played := r.games.test
	for r.games.test < r.games.wholeTest {
		r.games.test = min(r.games.wholeTest, played+max(LeastTest, r.games.wholeTest/steps/2*2))
		longer, err := r.testChampion(ctx, c)
		var longerGain *run.Gain
		if err == nil {
			longerGain, err = r.measureGain(ctx, c, longer)
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		test, gain, played = longer, longerGain, r.games.test
	}
	r.noteCut("the test", "against each opponent", played, r.games.wholeTest)
	return test, gain, nil
}
