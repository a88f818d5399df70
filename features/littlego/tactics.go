package littlego

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/littlego"
)

// Tactics is what the Little-Go baselines look at: captured stones, and own
// stones after the opponent's reply, as the assignment describes them.
func Tactics() features.Tactics[littlego.State] {
	return features.Tactics[littlego.State]{
		Gain:   func(s *littlego.State, m game.Move) int { return s.Captures(m).Count() },
		Most:   func(s *littlego.State) int { return s.MostCaptures() },
		Falls:  true,
		AtOnce: true,
		Leaf:   stonesOf,
		Material: func(s *littlego.State, side game.Side) int {
			return stonesOf(s, side) - stonesOf(s, side.Other())
		},
		Centre: func(m game.Move) int {
			if m == littlego.Pass {
				return 2 * littlego.Points
			}
			r, c := m.To()/littlego.Stride-2, m.To()%littlego.Stride-2
			return r*r + c*c
		},
		Skip: func(s, dst *littlego.State) bool {
			s.Play(littlego.Pass, dst)
			return !dst.Outcome().Over()
		},
	}
}

func stonesOf(s *littlego.State, side game.Side) int {
	if s.Turn() == side {
		return s.Own().Count()
	}
	return s.Opp().Count()
}
