package train

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
)

// landmark is the best candidate of a generation.
type landmark struct {
	generation int
	evolve.Individual
}

// landmarks are the best of evenly spread generations, including the first and the
// last, each candidate once.
func landmarks(metrics []run.Metrics, n int) []landmark {
	var list []landmark
	for i := range n {
		m := metrics[i*(len(metrics)-1)/max(n-1, 1)]
		twin := func(l landmark) bool { return slices.Equal(l.Genome, m.Weights) }
		if !slices.ContainsFunc(list, twin) {
			list = append(list, landmark{m.Generation, evolve.Individual{ID: m.BestID, Genome: m.Weights}})
		}
	}
	return list
}

// progress plays each later landmark of the run against each earlier one, on games of
// their own.
func (r *running) progress(ctx context.Context) ([]run.MatchLine, error) {
	settings := r.config.Progress
	if settings.Champions < 2 || ctx.Err() != nil {
		return nil, nil
	}
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(r.folder, run.MetricsFile))
	if err != nil {
		return nil, err
	}
	list := landmarks(metrics, settings.Champions)
	r.options.Watch.Stage(fmt.Sprintf("a tournament of the best of %d generations", len(list)), len(list)*(len(list)-1)/2*settings.Games)
	var lines []run.MatchLine
	for i, later := range list {
		for j, earlier := range list[:i] {
			rival, err := r.player(r.weightsOf(earlier.Individual, ""))
			if err != nil {
				return nil, err
			}
			games := r.measurement(experiment.ProgressSeed, r.config.Fitness.OpeningPlies)
			games.index = uint64(i*len(list) + j)
			v, err := r.measure(ctx, r.weightsOf(later.Individual, ""), opponent{name: run.GenerationName(earlier.generation), agent: rival}, settings.Games, games)
			rival.Close()
			if err != nil {
				return nil, err
			}
			lines = append(lines, matchLines(run.ProgressMatch, later.generation, later.ID, []versus{v})...)
		}
	}
	return lines, nil
}
