package checkers

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/checkers"
)

// Tactics is what the baselines look at in checkers: captured pieces, and own
// minus enemy pieces at their search depth.
func Tactics() features.Tactics[checkers.State] {
	return features.Tactics[checkers.State]{
		Gain:      func(_ *checkers.State, m game.Move) int { return checkers.Jumps(m) },
		Falls:     true,
		Leaf:      material,
		Material:  material,
		Reference: worth,
		// In half squares: the centre lies between the squares.
		Centre: func(m game.Move) int {
			r, c := checkers.RowColumn(m.To())
			r, c = 2*r-checkers.Size+1, 2*c-checkers.Size+1
			return r*r + c*c
		},
		Skip: func(s, dst *checkers.State) bool {
			s.Skip(dst)
			return !dst.Outcome().Over()
		},
	}
}

func material(s *checkers.State, side game.Side) int {
	pieces := s.Own().Count() - s.Opp().Count()
	if s.Turn() != side {
		pieces = -pieces
	}
	return pieces
}

// worth is own minus enemy pieces, in which two kings are worth three men
// (Samuel, "Some studies in machine learning using the game of checkers", 1959).
// What the reference of the course compared is not known.
func worth(s *checkers.State, side game.Side) int {
	kings := s.Kings()
	lead := 2*(s.Own().Count()-s.Opp().Count()) + (s.Own() & kings).Count() - (s.Opp() & kings).Count()
	if s.Turn() != side {
		lead = -lead
	}
	return lead
}
