package train

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"evolab/evolve"
	"evolab/plots"
)

// landmark is the best candidate of a generation.
type landmark struct {
	generation int
	id         string
	genome     evolve.Genome
}

func (l landmark) name() string { return generationName(l.generation) }

func generationName(generation int) string { return fmt.Sprintf("generation %d", generation) }

// landmarks are the best of evenly spread generations, the first and the last
// among them; a candidate that was the best for long is there once.
func landmarks(metrics []Metrics, n int) []landmark {
	var list []landmark
	for i := range n {
		m := metrics[i*(len(metrics)-1)/max(n-1, 1)]
		twin := func(l landmark) bool { return slices.Equal(l.genome, m.Weights) }
		if !slices.ContainsFunc(list, twin) {
			list = append(list, landmark{m.Generation, m.BestID, m.Weights})
		}
	}
	return list
}

// progress lets the landmarks of the run meet each other, on games of their
// own: each later one against each earlier one.
func (r *running) progress(ctx context.Context) ([]MatchLine, error) {
	settings := r.config.Progress
	if settings.Champions < 2 || ctx.Err() != nil {
		return nil, nil
	}
	metrics, err := ReadLines[Metrics](filepath.Join(r.folder, MetricsFile))
	if err != nil {
		return nil, err
	}
	list := landmarks(metrics, settings.Champions)
	r.options.Watch.Stage(fmt.Sprintf("a tournament of the best of %d generations", len(list)), len(list)*(len(list)-1)/2*settings.Games)
	var lines []MatchLine
	for i, later := range list {
		for j, earlier := range list[:i] {
			rival, err := r.player(r.weights(earlier.genome, ""))
			if err != nil {
				return nil, err
			}
			v, err := r.measure(ctx, r.weights(later.genome, ""), opponent{name: earlier.name(), agent: rival}, settings.Games, measurement{
				purpose: progressSeed, index: uint64(i*len(list) + j), openingPlies: r.config.Fitness.OpeningPlies, workers: r.options.Workers, played: r.options.Watch.Played,
			})
			if err != nil {
				return nil, err
			}
			lines = append(lines, matchLines(ProgressMatch, later.generation, later.id, []Versus{v})...)
		}
	}
	return lines, nil
}

// progress shows how later champions did against earlier ones.
func (r *drawn) progress() (*plots.Figure, error) {
	data := plots.HeatData{
		Title: fmt.Sprintf("%s: later champions of %s against earlier ones", r.config.Game, r.config.Name),
		Unit:  "score of the row's champion (%); progress is real where it is above 50",
	}
	for _, m := range r.matches {
		if m.Purpose != ProgressMatch {
			continue
		}
		row := place(&data.Rows, generationName(m.Generation))
		column := place(&data.Columns, m.Opponent)
		for len(data.Values) <= row {
			data.Values = append(data.Values, nil)
		}
		for len(data.Values[row]) <= column {
			data.Values[row] = append(data.Values[row], math.NaN())
		}
		data.Values[row][column] = m.Score.Value
	}
	for i := range data.Values {
		for len(data.Values[i]) < len(data.Columns) {
			data.Values[i] = append(data.Values[i], math.NaN())
		}
	}
	if len(data.Rows) == 0 {
		return nil, nil
	}
	return plots.HeatMap(data)
}

// place is where a name is in a list, to which it is added if need be.
func place(names *[]string, name string) int {
	if i := slices.Index(*names, name); i >= 0 {
		return i
	}
	*names = append(*names, name)
	return len(*names) - 1
}
