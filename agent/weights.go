package agent

import (
	"errors"
	"fmt"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/internal/files"
)

// ReadWeights decodes the text of a weights file. Errors in its form are
// *files.JSONError, in plain words and with the line; all others are those of
// features.Read.
func ReadWeights(data []byte) (features.Weights, error) {
	var form features.Weights
	if err := files.DecodeJSON(data, &form); err != nil {
		return features.Weights{}, err
	}
	return features.Read(data)
}

// boardWeights are weights for boards of about this many cells; 0 for any. Tables
// fit boards of one form alone, if the game's boards differ in it.
type boardWeights struct {
	cells, form int
	weights     features.Weights
}

// embedded are the game's weights in a slot, one for each size of the board that has
// its own; the hand-set ones until some are frozen. For board sizes without tables of
// their own there are weights without tables.
func (p *Parts[S]) embedded(slot frozen.Slot) ([]boardWeights, error) {
	var list []boardWeights
	for _, variant := range slot.Variants(p.Rules.Name) {
		one, err := p.embeddedFor(slot, variant)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
		if one.form == 0 {
			continue
		}
		if one, err = p.embeddedFor(frozen.Evolved, variant); err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

func (p *Parts[S]) embeddedFor(slot frozen.Slot, variant string) (one boardWeights, err error) {
	if p.Cells != nil {
		s, err := p.Rules.Start(variant)
		if err != nil {
			return one, fmt.Errorf("frozen weights: %w", err)
		}
		one.cells = p.Cells(&s)
	}
	one.weights, err = slot.Weights(p.Rules.Name, variant)
	if errors.Is(err, frozen.ErrNone) {
		one.weights, err = p.Hand, nil
	}
	if err != nil || one.weights.Patterns == nil || p.Set.Geometry == nil {
		return one, err
	}
	board, err := p.Set.Geometry(one.weights.Variant)
	one.form = board.Form
	return one, err
}

// Embedded are the weights of a slot's agent on the board of a variant.
func (g *bound[S, P]) Embedded(slot frozen.Slot, variant string) (features.Weights, error) {
	list, err := g.embedded(slot)
	if err != nil {
		return features.Weights{}, err
	}
	s, err := g.Rules.Start(variant)
	if err != nil {
		return features.Weights{}, err
	}
	return list[g.fitting(list, &s)].weights, nil
}

// EmbeddedFile is the file for a slot's weights of a variant.
func (g *bound[S, P]) EmbeddedFile(slot frozen.Slot, variant string) string {
	if g.Cells == nil || len(g.Rules.Variants) > 0 && variant == g.Rules.Variants[0] {
		variant = ""
	}
	return slot.File(g.Rules.Name, variant)
}

// fitting is the index of the weights for the board size nearest to the position's,
// among those that fit it.
func (p *Parts[S]) fitting(list []boardWeights, s *S) int {
	if p.Cells == nil {
		return 0
	}
	var board features.Chunks
	if p.Set.Show != nil {
		p.Set.Show(s, &board)
	}
	best := -1
	for i := range list {
		if list[i].form != 0 && list[i].form != board.Form {
			continue
		}
		if best < 0 || distance(list[i].cells, p.Cells(s)) < distance(list[best].cells, p.Cells(s)) {
			best = i
		}
	}
	return best
}

func distance(a, b int) int { return max(a-b, b-a) }

// weights are those in the spec, or a file's, or the agent's own.
func (p *Parts[S]) weights(spec Spec) ([]boardWeights, error) {
	if w := spec.Weights; w.Game != "" {
		return []boardWeights{{weights: w}}, nil
	}
	slot, file := spec.Kind().Slot, spec.Setting("weights")
	switch {
	case slot == "":
		return []boardWeights{{weights: p.Hand}}, nil
	case file == "":
		return p.embedded(slot)
	}
	data, err := files.ReadText(file, features.MaxBytes)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	w, err := ReadWeights(data)
	if err != nil {
		return nil, fmt.Errorf("weights file %q: %w", file, err)
	}
	if w.Game == p.Rules.Name { // else the evaluation says so
		if _, err := p.Rules.Start(w.Variant); err != nil {
			return nil, fmt.Errorf("weights file %q: %w", file, err)
		}
	}
	return []boardWeights{{weights: w}}, nil
}
