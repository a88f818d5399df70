package agent

import (
	"errors"
	"fmt"

	"evolab/game"
	"evolab/game/littlego"
	protocol "evolab/protocol/littlego"
)

// Files is a game's conversation with a program by input.txt and output.txt.
type Files[S comparable] struct {
	// Input is the text of input.txt for the side to move under a clock.
	Input func(s *S, c Clock) []byte
	// Answer reads output.txt as the game's host does. The move may still be
	// illegal; errOffBoard is the error of one that is well formed and can be
	// legal nowhere.
	Answer func(s *S, output []byte) (game.Move, error)
	// Read is the position that an input.txt tells, which may lack counters that
	// the game has; nil: it tells all.
	Read func(input []byte) (S, error)
}

var errOffBoard = errors.New("agent: no move of this board")

func littlegoFiles() Files[littlego.State] {
	return Files[littlego.State]{
		Input: func(s *littlego.State, _ Clock) []byte {
			return protocol.AppendInput(nil, protocol.InputOf(s))
		},
		Answer: func(_ *littlego.State, output []byte) (game.Move, error) {
			m, err := protocol.ParseOutput(output)
			if errors.Is(err, protocol.ErrOffBoard) {
				err = fmt.Errorf("%w: %w", errOffBoard, err)
			}
			return m, err
		},
	}
}
