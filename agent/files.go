package agent

import (
	"time"

	"evolab/game"
)

// Files is a game's conversation with a program by input.txt and output.txt.
type Files[S comparable] struct {
	// Input is the text of input.txt for the side to move, with the CPU time
	// that is left to it, 0 if nothing limits it.
	Input func(s *S, left time.Duration) []byte
	// Answer reads output.txt as the game's host does. The move may still be
	// illegal.
	Answer func(s *S, output []byte) (game.Move, error)
}
