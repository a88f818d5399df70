package agent

import "evolab/features"

// Numbers is the evaluation that weights make in a game, in whole numbers: what
// shipped programs are given. The error is that of features.NumbersOf.
func (g *bound[S, P]) Numbers(w features.Weights) (features.Numbers, error) {
	return features.NumbersOf(g.Set, w)
}
