package konane

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/konane"
)

// Tactics is what the Konane baselines look at: the lead in mobility.
func Tactics() features.Tactics[konane.State] {
	return features.Tactics[konane.State]{
		Gain: func(s *konane.State, m game.Move) int {
			var after konane.State
			s.Play(m, &after)
			return mobilityLead(&after, s.Turn())
		},
		Leaf: mobilityLead,
		Material: func(s *konane.State, side game.Side) int {
			own := s.ColourOf(side)
			return s.StonesOf(own) - s.StonesOf(own.Other())
		},
		// In half squares, from the centre of the move's board.
		Centre: func(m game.Move) int {
			rows, cols := konane.BoardOf(m)
			r, c := 2*konane.Row(m.To())-rows+1, 2*konane.Col(m.To())-cols+1
			return r*r + c*c
		},
		// Before both removals are done a side has no second move.
		Skip: func(s, dst *konane.State) bool {
			if s.Removals() > 0 {
				return false
			}
			s.Skip(dst)
			return !dst.Outcome().Over()
		},
	}
}

// mobilityLead is the number of jumps of a side minus those of the other,
// whichever is to move.
func mobilityLead(s *konane.State, side game.Side) int {
	own := s.ColourOf(side)
	return s.Mobility(own) - s.Mobility(own.Other())
}
