package train

import (
	"context"
	"fmt"
	"math"

	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/quantity"
	"evolab/stats"
)

// pairedGames are the pairs of a match: their scores from 0 to 1, and what was played.
type pairedGames struct {
	scores []float64
	played [][2]uint64
}

// measureGain plays the start parameters in the games of the champion's test, from the
// openings of the headline: the difference shows less luck than two matches do. nil: the
// champion was not tested. Candidates of a program alone are compared in this way.
func (r *running) measureGain(ctx context.Context, c champion, test []versus) (*run.Gain, error) {
	if r.setup.tuned == nil || len(test) == 0 {
		return nil, nil
	}
	if r.setup.config.Runs() {
		return gainOver(test[0]), nil
	}
	plies := headlinePlies(r.setup.config)
	same := c.individual.Genome.Equal(r.setup.start)
	gain := &run.Gain{OpeningPlies: plies}
	squares := 0.0
	for i, share := range r.setup.config.Shares() {
		tested := findVersus(test, r.setup.opponents[i].name, plies)
		before := tested
		if !same {
			games := r.matchPlan(experiment.TestSeed, plies)
			games.index, games.known = uint64(i), r.knownGames(run.StartName, i, plies)
			var err error
			if before, err = r.setup.playMatch(ctx, r.setup.startWeights(""), r.setup.opponents[i], r.games.test, games); err != nil {
				return nil, err
			}
		}
		d := pairedDifference(tested.paired, before.paired)
		gain.Games += tested.Games
		gain.Champion += float64(share * tested.Score.Value)
		gain.Start += float64(share * before.Score.Value)
		gain.Gain.Value += float64(share * (tested.Score.Value - before.Score.Value))
		squares += float64(share * share * (d.High - d.Low) * (d.High - d.Low) / 4)
	}
	if half := math.Sqrt(squares); !same {
		gain.Gain.Low, gain.Gain.High = max(-1, gain.Gain.Value-half), min(1, gain.Gain.Value+half)
	}
	return gain, nil
}

// gainOver is what a champion has gained if the start was its opponent.
func gainOver(start versus) *run.Gain {
	const even = .5
	score := start.Score
	return &run.Gain{
		Games: start.Games, Start: even, Champion: score.Value,
		Gain: stats.Estimate{Value: score.Value - even, Low: score.Low - even, High: score.High - even},
	}
}

// pairedDifference is the difference of two players in the same pairs. Pairs that both
// have played before, move by move, tell nothing new.
func pairedDifference(a, b pairedGames) stats.Estimate {
	seen := map[[4]uint64]bool{}
	var now, then []float64
	for i := range a.scores {
		key := [4]uint64{a.played[i][0], a.played[i][1], b.played[i][0], b.played[i][1]}
		if !seen[key] {
			seen[key] = true
			now, then = append(now, a.scores[i]), append(then, b.scores[i])
		}
	}
	return stats.PairedDifference(now, then)
}

// findVersus is the match with an opponent of a test.
func findVersus(test []versus, opponent string, plies int) versus {
	for _, v := range test {
		if v.Opponent == opponent && v.OpeningPlies == plies {
			return v
		}
	}
	return versus{}
}

// gainText is the headline of a run that has measured its gain.
func (r *running) gainText(g *run.Gain) string {
	if r.setup.config.Runs() {
		return fmt.Sprintf("champion %.1f %% against the start; gain %s in %s", 100*g.Champion, g.Text(), quantity.Of(g.Games, "fresh game"))
	}
	return fmt.Sprintf("%s %.1f %% -> champion %.1f %% of the mix; gain %s in %s of each, from the same openings",
		r.setup.config.StartNoun(), 100*g.Start, 100*g.Champion, g.Text(), quantity.Of(g.Games, "fresh game"))
}
