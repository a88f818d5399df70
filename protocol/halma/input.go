// Package halma is the conversation between the course's Halma host and an
// agent: two small files in the agent's folder, one process for each move.
//
// The package is pure: it reads and writes bytes, and the caller deals with
// files. It is part of the shipped agent and keeps to the plain subset of Go
// that the agent is translated from.
package halma

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"evolab/game"
	"evolab/game/halma"
	"evolab/protocol/lines"
)

// Input is the content of input.txt.
type Input struct {
	// Single: the host asks for this one move, and the time is for it; otherwise the
	// time is for the rest of a game.
	Single bool
	Colour game.Side     // the side to move: Black is the first
	Left   time.Duration // see lines.Seconds
	// Doubt says what is wrong with the time, "" for nothing; Left is then the
	// shortest one.
	Doubt        string
	Black, White halma.Board
}

// The lines before the board, counted from 1.
const (
	modeLine = 1 + iota
	colourLine
	timeLine

	inputLines = timeLine + halma.Size
)

// Recognizes reports whether a text looks like this game's input.txt, by its first
// line and by its first row or the number of rows: either may be wrong, and the
// error should then be about this game.
func Recognizes(data []byte) bool {
	// wide is closer to this board's size than to that of Checkers.
	const wide = 12
	var in Input
	data = lines.Unmarked(data)
	for number := modeLine; number <= timeLine; number++ {
		line, rest, there := lines.Cut(data)
		if !there || number == modeLine && !in.parseLine(number, line) {
			return false
		}
		data = rest
	}
	line, _, _ := lines.Cut(data)
	if len(line) >= wide {
		return true
	}
	rows := 0
	for len(data) > 0 {
		row, rest, _ := lines.Cut(data)
		if len(row) > 0 {
			rows++
		}
		data = rest
	}
	return rows >= wide
}

// ParseInput reads input.txt. A byte order mark, CRLF, blanks at the end of a
// line and blank lines at the end of the file are accepted; the error of
// anything else says which line it is about, what was found there and what was
// expected. An invalid time is only a doubt: there is still a position to answer.
// It does not count the pieces.
func ParseInput(data []byte) (Input, error) {
	var in Input
	data = lines.Unmarked(data)
	for number := 1; number <= inputLines; number++ {
		line, rest, there := lines.Cut(data)
		if !there {
			return Input{}, in.first(fmt.Errorf("input.txt: line %d: the file ends (expected: %s)", number, expected(number)))
		}
		if !in.parseLine(number, line) {
			return Input{}, in.first(fmt.Errorf("input.txt: line %d: found %s (expected: %s)", number, lines.Quote(line), expected(number)))
		}
		data = rest
	}
	for number := inputLines + 1; len(data) > 0; number++ {
		line, rest, _ := lines.Cut(data)
		if len(line) > 0 {
			return Input{}, fmt.Errorf("input.txt: line %d: found %s (expected: nothing after line %d)",
				number, lines.Quote(line), inputLines)
		}
		data = rest
	}
	return in, nil
}

// first is the error of a line, unless the time before it was invalid: perhaps that
// line is missing.
func (in *Input) first(err error) error {
	if in.Doubt != "" {
		return errors.New(in.Doubt)
	}
	return err
}

// parseLine reads a line, counted from 1, into the input; false means that it is
// malformed.
func (in *Input) parseLine(number int, line []byte) bool {
	switch number {
	case modeLine:
		in.Single = string(line) == "SINGLE"
		return in.Single || string(line) == "GAME"
	case colourLine:
		in.Colour = game.First
		if string(line) == "WHITE" {
			in.Colour = game.Second
			return true
		}
		return string(line) == "BLACK"
	case timeLine:
		var ok bool
		if in.Left, ok = lines.Seconds(line); !ok {
			in.Doubt = lines.Doubt(number, line)
		}
		return true
	}
	return in.parseRow(number-timeLine-1, line)
}

func (in *Input) parseRow(y int, line []byte) bool {
	if len(line) != halma.Size {
		return false
	}
	for x := 0; x < halma.Size; x++ {
		switch line[x] {
		case '.':
		case 'B':
			in.Black.Set(halma.Size*y + x)
		case 'W':
			in.White.Set(halma.Size*y + x)
		default:
			return false
		}
	}
	return true
}

func expected(number int) string {
	switch number {
	case modeLine:
		return "SINGLE or GAME"
	case colourLine:
		return "BLACK or WHITE"
	case timeLine:
		return lines.ExpectedSeconds
	}
	return fmt.Sprintf("row %d of the board, %d of W, B and .", number-timeLine-1, halma.Size)
}

// AppendInput appends input.txt as the host writes it: 19 lines, and no newline
// after the last one.
func AppendInput(dst []byte, in *Input) []byte {
	if in.Single {
		dst = append(dst, "SINGLE\n"...)
	} else {
		dst = append(dst, "GAME\n"...)
	}
	if in.Colour == game.First {
		dst = append(dst, "BLACK\n"...)
	} else {
		dst = append(dst, "WHITE\n"...)
	}
	dst = appendSeconds(dst, in.Left)
	for q := 0; q < halma.Squares; q++ {
		if q%halma.Size == 0 {
			dst = append(dst, '\n')
		}
		switch {
		case in.Black.Has(q):
			dst = append(dst, 'B')
		case in.White.Has(q):
			dst = append(dst, 'W')
		default:
			dst = append(dst, '.')
		}
	}
	return dst
}

// InputOf is the host's input for the side to move in a position, with its time for
// the move (single) or for the rest of the game.
func InputOf(s *halma.State, single bool, left time.Duration) Input {
	return Input{Single: single, Colour: s.Turn(), Left: left, Black: s.Pieces(game.First), White: s.Pieces(game.Second)}
}

// State is the position under a variant of the rules. It fails when there are
// not 19 pieces of either colour, and when the side to move has won already.
func (in *Input) State(v halma.Variant) (halma.State, error) {
	s, err := halma.New(in.Black, in.White, in.Colour, v)
	if err != nil {
		return halma.State{}, fmt.Errorf("input.txt: %w", err)
	}
	return s, nil
}

// Won reports whether State fails because the side to move has won already. Only
// the addendum refuses that.
func (in *Input) Won() bool {
	_, refused := in.State(halma.Addendum)
	_, other := in.State(halma.Original)
	return refused != nil && other == nil
}

// appendSeconds writes a time with at least one decimal and no more than it
// needs. A time that is not positive becomes a nanosecond: the file has to hold
// a positive number.
func appendSeconds(dst []byte, left time.Duration) []byte {
	left = min(max(left, lines.ShortestTime), lines.LongestTime)
	dst = strconv.AppendInt(dst, int64(left/time.Second), 10)
	dst = append(dst, '.')
	rest := left % time.Second
	for unit := time.Second / 10; ; unit /= 10 {
		dst = append(dst, '0'+byte(rest/unit))
		rest %= unit
		if rest == 0 {
			return dst
		}
	}
}
