package agent

import (
	"errors"
	"fmt"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/search/decide"
)

// boardWeights are weights for boards of about so many cells; 0 cells for any.
type boardWeights struct {
	cells   int
	weights features.Weights
}

// frozenWeights are the game's own, for each size of the board that has some;
// those set by hand until some are frozen.
func (p *Parts[S]) frozenWeights() ([]boardWeights, error) {
	var list []boardWeights
	for _, variant := range frozen.Variants(p.Rules.Name) {
		one := boardWeights{}
		if p.Cells != nil {
			s, err := p.Rules.Start(variant)
			if err != nil {
				return nil, fmt.Errorf("agent: frozen weights: %w", err)
			}
			one.cells = p.Cells(&s)
		}
		var err error
		one.weights, err = frozen.WeightsOf(p.Rules.Name, variant)
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

// FrozenWeights are those that the agent frozen has on the board of a variant.
func (g *bound[S, P]) FrozenWeights(variant string) (features.Weights, error) {
	list, err := g.frozenWeights()
	if err != nil {
		return features.Weights{}, err
	}
	s, err := g.Rules.Start(variant)
	if err != nil {
		return features.Weights{}, err
	}
	return list[g.fitting(list, &s)].weights, nil
}

// FrozenFile is the file that weights of a variant are frozen in.
func (g *bound[S, P]) FrozenFile(variant string) string {
	if g.Cells == nil || len(g.Rules.Variants) > 0 && variant == g.Rules.Variants[0] {
		variant = ""
	}
	return frozen.File(g.Rules.Name, variant)
}

// fitting is the place of the weights for the board whose size is nearest to
// that of the position.
func (p *Parts[S]) fitting(list []boardWeights, s *S) int {
	best := 0
	if p.Cells == nil {
		return best
	}
	for i := range list {
		if away(list[i].cells, p.Cells(s)) < away(list[best].cells, p.Cells(s)) {
			best = i
		}
	}
	return best
}

func away(a, b int) int { return max(a-b, b-a) }

// sit makes the decider with the weights that fit the board; a player stays at
// one size of it, but for those who analyse.
func (a *evaluator[S, P]) sit(s *S) {
	at := a.game.fitting(a.boards, s)
	if a.decider == nil || at != a.board {
		a.decider, a.board = decide.New[S, P](a.evals[at], a.knows, a.now), at
	}
}
