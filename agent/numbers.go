package agent

import "evolab/features"

// Numbers is the evaluation that weights make in a game, in whole numbers: what
// shipped programs are given. The error is that of features.NewLinear.
func (g *bound[S, P]) Numbers(w features.Weights) (features.Numbers, error) {
	l, err := features.NewLinear(g.Set, w)
	if err != nil {
		return features.Numbers{}, err
	}
	return l.Numbers(), nil
}
