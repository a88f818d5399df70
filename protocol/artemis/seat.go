package artemis

import (
	"time"

	"evolab/game"
	"evolab/game/konane"
)

// Wire is a connection to the server.
type Wire interface {
	// Receive waits for bytes and returns how many of the chunk it has filled.
	Receive(chunk []byte) (int, error)
	Send(text string) error
}

// Seat is where one user plays.
type Seat interface {
	Wire
	// Choose chooses a removal or a move; clock is the time left for all moves of
	// the game, 0 without a limit.
	Choose(s *konane.State, clock time.Duration) (game.Move, error)
	// Heard sees every event after the client has acted on it.
	Heard(e *Event)
}
