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
		Gain:     progress,
		Leaf:     leaf,
		Material: lead,
		Centre:   fromCentre,
		Skip:     skip,
	}
}

// progress is how much nearer the moved piece comes.
func progress(s *halma.State, m game.Move) int {
	view := &places[s.Turn()&1]
	return int(view[m.From()&0xff].distance - view[m.To()&0xff].distance)
}

// lead is how many columns and rows less a side has to go than the other one.
func lead(s *halma.State, side game.Side) int {
	return left(s, side^1) - left(s, side)
}

func left(s *halma.State, side game.Side) int {
	var sh shape
	pieces := s.Pieces(side)
	sh.sum(side, &pieces)
	return int(sh.distance)
}

// worth of a won game, more than any lead.
const worth = 1000

func leaf(s *halma.State, side game.Side) int {
	n := lead(s, side)
	switch s.Outcome().Result {
	case game.Win(side):
		n += worth
	case game.Win(side ^ 1):
		n -= worth
	}
	return n
}

// fromCentre is in squares of half a square's width.
func fromCentre(m game.Move) int {
	x, y := 2*(m.To()%halma.Size)-(halma.Size-1), 2*(m.To()/halma.Size)-(halma.Size-1)
	return x*x + y*y
}

func skip(s, dst *halma.State) bool {
	next, err := halma.New(s.Pieces(game.First), s.Pieces(game.Second), s.Turn()^1, s.Rules())
	*dst = next
	return err == nil && !next.Outcome().Over()
}
