package agent

import (
	"fmt"

	"evolab/features"
	"evolab/features/pattern"
)

func (g *bound[S, P]) PatternBoard(variant string) (pattern.Geometry, error) {
	if g.Geometry == nil {
		return pattern.Geometry{}, fmt.Errorf("agent: %s has no patterns", g.Rules.Name)
	}
	return g.Geometry(variant)
}

func (g *bound[S, P]) Heaviest(w features.Weights, n int) ([]features.Arrangement, error) {
	return features.Heaviest(g.Set, w, n)
}
