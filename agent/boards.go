package agent

import (
	"errors"
	"fmt"

	"evolab/agent/frozen"
	"evolab/features"
)

// boardWeights are weights for boards of about this many cells; 0 for any.
type boardWeights struct {
	cells   int
	weights features.Weights
}

// embedded are the game's weights in a slot, for each size of the board that has
// its own; the hand-set ones until some are frozen.
func (p *Parts[S]) embedded(slot frozen.Slot) ([]boardWeights, error) {
	var list []boardWeights
	for _, variant := range slot.Variants(p.Rules.Name) {
		one := boardWeights{}
		if p.Cells != nil {
			s, err := p.Rules.Start(variant)
			if err != nil {
				return nil, fmt.Errorf("agent: frozen weights: %w", err)
			}
			one.cells = p.Cells(&s)
		}
		var err error
		one.weights, err = slot.Weights(p.Rules.Name, variant)
		switch {
		case errors.Is(err, frozen.ErrNone):
			one.weights = p.Hand
		case err != nil:
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
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

// fitting is the index of the weights for the board size nearest to the
// position's.
func (p *Parts[S]) fitting(list []boardWeights, s *S) int {
	best := 0
	for i := range list {
		if p.Cells != nil && away(list[i].cells, p.Cells(s)) < away(list[best].cells, p.Cells(s)) {
			best = i
		}
	}
	return best
}

func away(a, b int) int { return max(a-b, b-a) }
