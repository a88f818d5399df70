// Package playdata is playdata.txt, in which the shipped agent keeps what it
// knows of a game from one of its moves to the next: the time that went, and
// the positions that have been there.
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
	Left   time.Duration // what input.txt told at the last one
	Used   time.Duration // what that one took, as far as the process saw
	Apart  time.Duration // what a move takes besides, by what the host counted
	Quiet  int           // plies since the last one that cannot be undone, where the game counts them
	Board  []byte        // symbols of the squares after the last move, row by row
	Seen   game.History  // positions of the game
}

// Played notes that a move was made: what input.txt told, and what it took.
func (r *Record) Played(left, used time.Duration) {
	r.Moves = min(r.Moves+1, maxMoves)
	r.Left, r.Used = left, min(used, maxTime)
}

// Fits reports whether the record can be of a game in which a side is asked for
// a move. The clock says nothing about that: a host may set it anew for each
// move. Only the board can tell.
func (r *Record) Fits(name string, colour game.Side) bool {
	return r.Game == name && r.Colour == colour
}

// Learn takes from the host's clock what the last move has taken besides what
// the process itself had seen. A clock that has not gone down teaches nothing.
func (r *Record) Learn(left time.Duration) {
	const most = 20 * time.Millisecond
	if left >= r.Left {
		return
	}
	apart := min(max(r.Left-left-r.Used, 0), most)
	r.Apart = max(apart, r.Apart-r.Apart/4)
}
