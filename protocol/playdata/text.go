package playdata

import (
	"errors"
	"strconv"
	"time"

	"evolab/game"
	"evolab/protocol/sealed"
)

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
