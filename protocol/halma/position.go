package halma

import (
	"fmt"
	"time"

	"evolab/game"
	"evolab/game/halma"
)

// InputOf is the host's input for the side to move in a position, with its time for
// the move (single) or for the rest of the game.
func InputOf(s *halma.State, single bool, left time.Duration) Input {
	return Input{Single: single, Colour: s.Turn(), Left: left, Black: s.Pieces(game.First), White: s.Pieces(game.Second)}
}

// State is the position under a variant of the rules. It fails when there are
// not 19 pieces of either colour, and when the side to move has won already.
func (in *Input) State(v halma.Variant) (halma.State, error) {
	s, err := halma.New(in.Black, in.White, in.Colour, v)
	if err != nil {
		return halma.State{}, fmt.Errorf("input.txt: %w", err)
	}
	return s, nil
}

// Won reports whether State fails because the side to move has won already. Only
// the addendum refuses that.
func (in *Input) Won() bool {
	_, refused := in.State(halma.Addendum)
	_, other := in.State(halma.Original)
	return refused != nil && other == nil
}
