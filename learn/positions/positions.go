// Package positions keeps positions with the scores that a search gave them and
// the results of their games, in memory and in files that only grow. Other
// programs can write such files: docs/howto/positions.md has their format.
package positions

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"evolab/game"
)

// Position is a position with what is known about it. On the largest boards it
// takes 96 bytes, so that ten million of them fit into 1 GB.
type Position[S comparable] struct {
	State S
	Label
}

// Label is what is known about a position.
type Label struct {
	// Score is that of a search, for the side to move, in the unit of the file.
	// If it is exact, only its sign counts.
	Score int32
	Game  uint32 // number in its file; positions of a game are kept together
	// Result is that of the game, from the side to move: 1, 0 or -1.
	Result int8
	Exact  bool // the score is proven
	// Unscored positions have no score: their result counts.
	Unscored bool
	// Detour positions are not from their game itself: its result says nothing about them.
	Detour bool
	Part   uint8 // the file, of several
}

// Value is the proven value of an exact position: 1, 0 or -1.
func (l *Label) Value() int {
	switch {
	case l.Score > 0:
		return 1
	case l.Score < 0:
		return -1
	}
	return 0
}

// magic is the first line of a file.
const magic = "evolab positions 1"

// Header is what a file says before its records.
type Header struct {
	Game, Variant string
	// Scale is the score that makes a win e times as likely as a loss. 0: it is
	// unknown, and only the results count.
	Scale float64
	Size  int // bytes of a record
}

// text is the header as it stands in a file: lines of a word and a value, the
// last one empty.
func (h Header) text() string {
	return fmt.Sprintf("%s\ngame %s\nvariant %s\nscale %s\nrecord %d\n\n", magic, h.Game, h.Variant, strconv.FormatFloat(h.Scale, 'g', -1, 64), h.Size)
}

// maxHeader is more than a header needs, in bytes.
const maxHeader = 1024

// parseHeader reads the header that data begins with, and returns its length.
func parseHeader(data []byte) (Header, int, error) {
	text := string(data[:min(len(data), maxHeader)])
	if !strings.HasPrefix(text, magic+"\n") {
		return Header{}, 0, fmt.Errorf("not a file of positions (expected: its first line to be %q)", magic)
	}
	end := strings.Index(text, "\n\n")
	if end < 0 {
		return Header{}, 0, errors.New("a header without an end (expected: an empty line)")
	}
	h := Header{Size: -1}
	for _, line := range strings.Split(text[:end], "\n")[1:] {
		if err := h.set(line); err != nil {
			return Header{}, 0, err
		}
	}
	if h.Game == "" || h.Size < 0 {
		return Header{}, 0, errors.New("a header without game or record")
	}
	return h, end + 2, nil
}

func (h *Header) set(line string) error {
	word, value, _ := strings.Cut(line, " ")
	var err error
	switch word {
	case "game":
		h.Game = value
	case "variant":
		h.Variant = value
	case "scale":
		if h.Scale, err = strconv.ParseFloat(value, 64); err == nil && !(h.Scale >= 0 && h.Scale < math.MaxInt32) {
			err = errors.New("out of range")
		}
	case "record":
		if h.Size, err = strconv.Atoi(value); err == nil && h.Size < labelSize {
			err = errors.New("out of range")
		}
	default:
		err = errors.New("no such line")
	}
	if err != nil {
		return fmt.Errorf("header line %q: %w (expected: game, variant, scale and record)", line, err)
	}
	return nil
}

// A record is a packed position, and then its label, little-endian: the score and
// the game's number of 32 bits each, the result and the flags of 8 bits each.
const (
	labelGame   = 4 // offset, in bytes
	labelResult = 8
	labelFlags  = 9
	labelSize   = 10
)

// The flags of a record.
const (
	flagExact    = 1 << 0 // the score is proven
	flagUnscored = 1 << 1 // there is no score
	flagDetour   = 1 << 2 // the result of the game says nothing
)

// Size is the size of the records of a game.
func Size[S comparable](p *game.Packing[S]) int { return p.Size + labelSize }

// Append appends the record of a position.
func Append[S comparable](dst []byte, p *game.Packing[S], at *Position[S]) []byte {
	from := len(dst)
	dst = append(dst, make([]byte, p.Size)...)
	p.Pack(&at.State, dst[from:])
	dst = binary.LittleEndian.AppendUint32(dst, uint32(at.Score))
	dst = binary.LittleEndian.AppendUint32(dst, at.Game)
	flags := byte(0)
	for _, f := range at.flags() {
		if *f.set {
			flags |= f.bit
		}
	}
	return append(dst, byte(at.Result), flags)
}

// flag is a bit of a record and the field that it stands for.
type flag struct {
	bit byte
	set *bool
}

func (l *Label) flags() [3]flag {
	return [3]flag{{flagExact, &l.Exact}, {flagUnscored, &l.Unscored}, {flagDetour, &l.Detour}}
}

func parse[S comparable](p *game.Packing[S], variant string, record []byte) (at Position[S], err error) {
	label := record[p.Size:]
	at.Score = int32(binary.LittleEndian.Uint32(label))
	at.Game = binary.LittleEndian.Uint32(label[labelGame:])
	at.Result = int8(label[labelResult])
	for _, f := range at.flags() {
		*f.set = label[labelFlags]&f.bit != 0
	}
	if at.Result < -1 || at.Result > 1 {
		return at, fmt.Errorf("result %d (allowed: -1, 0, 1)", at.Result)
	}
	if label[labelFlags] >= flagDetour<<1 || at.Unscored && (at.Exact || at.Detour) {
		return at, fmt.Errorf("flags %d (allowed: 0, 1, 2, 4, 5)", label[labelFlags])
	}
	at.State, err = p.Unpack(variant, record[:p.Size])
	return at, err
}

// gameOf is the number of the game of a record.
func gameOf(record []byte) uint32 {
	return binary.LittleEndian.Uint32(record[len(record)-labelSize+labelGame:])
}
