package agent

import (
	"errors"
	"fmt"
	"time"

	"evolab/game"
)

// Files is a game's conversation with a program by input.txt and output.txt.
type Files[S comparable] struct {
	// Input is the text of input.txt for the side to move under a clock.
	Input func(s *S, c Clock) []byte
	// Answer reads output.txt as the game's host does. The move may still be illegal;
	// the error of a well-formed move that is legal on no board is errOffBoard.
	Answer func(s *S, output []byte) (game.Move, error)
	// Read is the position of an input.txt, which may lack some of the game's counters;
	// nil: it lacks nothing.
	Read func(input []byte) (S, error)
}

var errOffBoard = errors.New("agent: no move of this board")

// offBoard turns the error of a protocol for moves of no board into errOffBoard.
func offBoard(err, nowhere error) error {
	if errors.Is(err, nowhere) {
		return fmt.Errorf("%w: %w", errOffBoard, err)
	}
	return err
}

// toldTime is what the courses whose input.txt states the time would write for a
// clock: whether it is for this move alone, and how much is left; 100 s if nothing
// limits it.
func toldTime(c Clock) (single bool, left time.Duration) {
	switch {
	case c.Left > 0 && (c.Move == 0 || c.Left <= c.Move):
		return false, c.Left
	case c.Move > 0:
		return true, c.Move
	}
	return false, 100 * time.Second
}
