package halma

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/halma"
)

// Tactics is what the Halma baselines look at: columns and rows that are left to
// the goal's corner.
func Tactics() features.Tactics[halma.State] {
	return features.Tactics[halma.State]{
		// How much nearer the moved piece comes.
		Gain: func(s *halma.State, m game.Move) int {
			view := &places[s.Turn()&1]
			return int(view[m.From()&0xff].distance - view[m.To()&0xff].distance)
		},
		Leaf: func(s *halma.State, side game.Side) int {
			const won = 1000 // more than any lead
			switch s.Outcome().Result {
			case game.Win(side):
				return lead(s, side) + won
			case game.Win(side ^ 1):
				return lead(s, side) - won
			}
			return lead(s, side)
		},
		Material: lead,
		// In half squares: the centre lies between the squares.
		Centre: func(m game.Move) int {
			x, y := 2*(m.To()%halma.Size)-(halma.Size-1), 2*(m.To()/halma.Size)-(halma.Size-1)
			return x*x + y*y
		},
		Skip: func(s, dst *halma.State) bool {
			s.Skip(dst)
			return !dst.Outcome().Over()
		},
	}
}

// lead is how many fewer columns and rows a side has to go than the other one.
func lead(s *halma.State, side game.Side) int {
	return left(s, side^1) - left(s, side)
}

func left(s *halma.State, side game.Side) int {
	var sh shape
	pieces := s.Pieces(side)
	sh.sum(side, &pieces)
	return int(sh.distance)
}
