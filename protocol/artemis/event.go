package artemis

import (
	"time"

	"evolab/game"
)

// EventKind is the meaning of a server's line for the client.
type EventKind uint8

// The kinds of events.
const (
	Nothing EventKind = iota // nothing to do
	Say                      // send Send
	Choose                   // Answer needs a move, within Clock
	Stuck                    // the server asks for a move, but there is no legal one
	Begun                    // a game has begun
	Played                   // Move was made, by us or by the opponent
	Trouble                  // the server reports an error or asks something unknown
	Over                     // the server says who won
	Told                     // the server of an event says whom we meet
)

// Event is the meaning of one line of the server.
type Event struct {
	Kind    EventKind
	Message Message
	Send    string        // of Say, without the end of line
	Private bool          // of Say: Send must not be shown
	Waits   bool          // of Say: the opponent is named, and a game is next
	Clock   time.Duration // of Choose: what is left for all moves, 0 if unknown
	Move    game.Move     // of Played
	Ours    bool          // of Played: we made it
}

// Who made the move of a Played event.
func (e *Event) Who() string {
	if e.Ours {
		return "we"
	}
	return "they"
}
