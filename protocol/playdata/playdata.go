// Package playdata is playdata.txt, in which the shipped agent keeps its knowledge of
// a game from one move to the next: the time used, and the positions so far.
package playdata

import (
	"errors"
	"strconv"
	"time"

	"evolab/game"
	"evolab/protocol/sealed"
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

// Name is the file's name.
const Name = "playdata.txt"

const version = "evolab playdata 1"

// ErrNone is the error of a file that does not hold a whole record.
var ErrNone = errors.New("playdata.txt holds no record")

// Append appends the text form.
func (r *Record) Append(dst []byte) []byte {
	start := len(dst)
	dst = sealed.Begin(dst, version)
	dst = sealed.Text(dst, "game", r.Game)
	dst = sealed.Number(dst, "colour", int64(r.Colour))
	dst = sealed.Number(dst, "moves", int64(r.Moves))
	dst = sealed.Number(dst, "left", int64(r.Left))
	dst = sealed.Number(dst, "used", int64(r.Used))
	dst = sealed.Number(dst, "apart", int64(r.Apart))
	dst = sealed.Number(dst, "quiet", int64(r.Quiet))
	dst = append(append(dst, "board "...), r.Board...)
	dst = append(dst, '\n')
	for _, key := range r.Seen.Keys {
		dst = append(dst, "seen "...)
		dst = sealed.AppendHex(dst, uint32(key>>32))
		dst = append(sealed.AppendHex(dst, uint32(key)), '\n')
	}
	return sealed.Seal(dst, start)
}

// Parse reads a file. Whatever Append cannot have written is refused with
// ErrNone.
func Parse(data []byte) (Record, error) {
	lines, ok := sealed.Open(data, version)
	if !ok {
		return Record{}, ErrNone
	}
	var r Record
	for number := 0; len(lines) > 0; number++ {
		word, value, rest, ok := sealed.Cut(lines)
		if !ok || !r.parseLine(number, string(word), value) {
			return Record{}, ErrNone
		}
		lines = rest
	}
	if again := r.Append(make([]byte, 0, len(data))); string(again) != string(data) {
		return Record{}, ErrNone
	}
	return r, nil
}

func (r *Record) parseLine(number int, word string, value []byte) bool {
	switch {
	case number >= 8:
		key, err := strconv.ParseUint(string(value), 16, 64)
		r.Seen.See(key)
		return err == nil
	case number == 0:
		r.Game = string(value)
		return len(r.Game) > 0 && len(r.Game) < 32
	case number == 7:
		r.Board = append(r.Board, value...)
		return len(r.Board) <= MaxSquares
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	return err == nil && n >= 0 && r.take(word, n)
}

// take takes over a number. That the lines are in order is seen when the file
// is compared with what Append makes of it.
func (r *Record) take(word string, n int64) bool {
	switch word {
	case "colour":
		r.Colour = game.Side(n & 1)
		return true
	case "moves":
		r.Moves = int(n)
		return n <= maxMoves
	case "quiet":
		r.Quiet = int(n)
		return n <= maxMoves
	case "left":
		r.Left = time.Duration(n)
		return r.Left <= maxTime
	case "used":
		r.Used = time.Duration(n)
		return r.Used <= maxTime
	case "apart":
		r.Apart = time.Duration(n)
		return r.Apart <= maxTime
	}
	return false
}
