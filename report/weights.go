package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"evolab/features"
	"evolab/files"
)

// WeightRow is a feature's weight before and after the run. Weight vectors are
// brought to length 1: only their ratios matter.
type WeightRow struct {
	Feature, Doc  string
	Phase         string // "" in evaluations of one phase
	Before, After float64
	HasBefore     bool
}

// Bar is the length of a bar for the weight after the run, 0..100.
func (w WeightRow) Bar() string { return fmt.Sprintf("%.1f", 100*math.Min(1, math.Abs(w.After))) }

// weightRows lists the weights of the champion, the largest first.
func weightRows(known []features.Feature, before, after *features.Weights) []WeightRow {
	var rows []WeightRow
	names := []string{"opening", "endgame"}
	for phase, values := range after.Phases() {
		unit := normalized(values)
		old := startPhase(before, after, phase)
		for i, name := range after.Features {
			row := WeightRow{Feature: name, Doc: meaning(known, name), After: unit[i], HasBefore: old != nil}
			if old != nil {
				row.Before = old[i]
			}
			if after.Endgame != nil {
				row.Phase = names[phase]
			}
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b WeightRow) int {
		switch x, y := math.Abs(a.After), math.Abs(b.After); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return rows
}

// startPhase are the start weights of a phase, nil where they do not fit.
func startPhase(before, after *features.Weights, phase int) []float64 {
	if before == nil || !slices.Equal(before.Features, after.Features) || phase >= len(before.Phases()) {
		return nil
	}
	return normalized(before.Phases()[phase])
}

func normalized(values []float64) []float64 {
	unit := slices.Clone(values)
	if n := floats.Norm(unit, 2); n > 0 {
		floats.Scale(1/n, unit)
	}
	return unit
}

func meaning(known []features.Feature, name string) string {
	if i := features.Index(known, name); i >= 0 {
		return known[i].Doc
	}
	return "1 where the condition holds"
}

func readWeightsFile(path string) (features.Weights, error) {
	data, err := files.Read(path, features.MaxBytes)
	if err != nil {
		return features.Weights{}, fmt.Errorf("report: %w", err)
	}
	w, err := features.Read(data)
	if err != nil {
		return w, fmt.Errorf("report: %s: %w", path, err)
	}
	return w, nil
}
