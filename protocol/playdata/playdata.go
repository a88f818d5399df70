// Package playdata is playdata.txt, in which the shipped agent keeps its knowledge of
// a game from one move to the next: the time used, and the positions so far.
//
// Read playdata.go (what is kept), then text.go (the file). The package is pure
// and keeps to the plain subset of Go that the shipped agent is translated from.
package playdata

import (
	"time"

	"evolab/game"
)

const (
	// MaxSquares is the size of the largest board.
	MaxSquares = 256
	// maxMoves is more moves than a side makes in any game.
	maxMoves = 100_000
	// maxTime is the longest time that an input tells.
	maxTime = 1_000_000 * time.Second
)

// Record is what is kept after a move.
type Record struct {
	Game   string // a word
	Colour game.Side
	Moves  int           // made by this side so far
	Left   time.Duration // by input.txt at the last one
	Used   time.Duration // for that one, as measured by the process
	Apart  time.Duration // per move in addition, as measured by the host
	Quiet  int           // plies since the last one that cannot be undone, where the game counts them
	Board  []byte        // symbols of the squares after the last move, row by row
	Seen   game.History  // positions of the game
}

// Played notes a move: the time in input.txt, and the time used.
func (r *Record) Played(left, used time.Duration) {
	r.Moves = min(r.Moves+1, maxMoves)
	r.Left, r.Used = left, min(used, maxTime)
}

// Fits reports whether the record can be of a game in which a side has to move. The
// clock does not matter, since a host may reset it for each move: the board decides.
func (r *Record) Fits(name string, colour game.Side) bool {
	return r.Game == name && r.Colour == colour
}

// Learn estimates, by the host's clock, the time of a move beyond what the process
// measured. A clock that has not gone down says nothing.
func (r *Record) Learn(left time.Duration) {
	const most = 20 * time.Millisecond
	if left >= r.Left {
		return
	}
	apart := min(max(r.Left-left-r.Used, 0), most)
	r.Apart = max(apart, r.Apart-r.Apart/4)
}
