package halma

import (
	"errors"
	"fmt"

	"evolab/game"
)

// check refuses a number of pieces other than 19 on either side, and under the
// addendum a side to move that already fills its goal: only its own move could have
// done that, and would have ended the game.
func (s *State) check() error {
	for side, name := range [2]string{"black", "white"} {
		pieces := s.Pieces(game.Side(side))
		if n := pieces.Count(); n != Pieces {
			return fmt.Errorf("%d %s pieces (expected: %d)", n, name, Pieces)
		}
	}
	if both := s.own.And(s.opp); !both.Empty() {
		return errors.New("two pieces on one square")
	}
	if s.variant == Addendum && s.arrived(s.turn) {
		return errors.New("the side to move has won already")
	}
	return nil
}
