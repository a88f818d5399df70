// Package checkers is the conversation between the course's checkers host and
// an agent: two small files in the agent's folder, one process for each ply.
//
// The package is pure: it reads and writes bytes, and the caller deals with
// files. It is part of the shipped agent and keeps to the plain subset of Go
// that the agent is translated from.
package checkers

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/protocol/lines"
)

// Input is the content of input.txt.
type Input struct {
	// Single: Left is for this one move; otherwise for the rest of the game.
	Single bool
	// Left is the remaining CPU time; see lines.Seconds.
	Left time.Duration
	// Doubt says what is wrong with the time, "" for nothing; Left is then the
	// shortest one.
	Doubt string
	// State is the board with the side to move. Its history is unknown: the count of
	// quiet plies is 0.
	State checkers.State
}

// inputLines is the kind of the game, the colour, the time, and the board.
const inputLines = 3 + checkers.Size

// Recognizes reports whether a text looks like this game's input.txt, by its first
// line, which Halma's has in common (protocol/halma).
func Recognizes(data []byte) bool {
	var in Input
	line, _, there := lines.Cut(lines.Unmarked(data))
	return there && in.parseLine(1, line, &checkers.Setup{})
}

// ParseInput reads input.txt. A byte order mark, CRLF, blanks at the end of a
// line and blank lines at the end of the file are accepted; the error of
// anything else says which line it is about, what was found there and what was
// expected. An invalid time is only a doubt: there is still a position to answer.
func ParseInput(data []byte) (Input, error) {
	var in Input
	var set checkers.Setup
	data = lines.Unmarked(data)
	for number := 1; number <= inputLines; number++ {
		line, rest, there := lines.Cut(data)
		if !there {
			return Input{}, in.first(fmt.Errorf("input.txt: line %d: the file ends (expected: %s)", number, expected(number)))
		}
		if !in.parseLine(number, line, &set) {
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
	var err error
	if in.State, err = checkers.New(set); err != nil {
		return Input{}, fmt.Errorf("input.txt: board: %w", err)
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
func (in *Input) parseLine(number int, line []byte, set *checkers.Setup) bool {
	switch number {
	case 1:
		in.Single = string(line) == "SINGLE"
		return in.Single || string(line) == "GAME"
	case 2:
		if string(line) == "WHITE" {
			set.Turn = game.Second
		}
		return set.Turn == game.Second || string(line) == "BLACK"
	case 3:
		var ok bool
		if in.Left, ok = lines.Seconds(line); !ok {
			in.Doubt = lines.Doubt(number, line)
		}
		return true
	}
	if len(line) != checkers.Size {
		return false
	}
	for c := 0; c < checkers.Size; c++ {
		if !set.Put(number-4, c, line[c]) {
			return false
		}
	}
	return true
}

func expected(number int) string {
	switch number {
	case 1:
		return "SINGLE or GAME"
	case 2:
		return "BLACK or WHITE"
	case 3:
		return lines.ExpectedSeconds
	}
	return fmt.Sprintf("row %d of the board, %d of .bBwW with pieces on dark squares only", checkers.Size+4-number, checkers.Size)
}

// AppendInput appends input.txt as the host writes it.
func AppendInput(dst []byte, in *Input) []byte {
	kind, colour := "GAME\n", "BLACK\n"
	if in.Single {
		kind = "SINGLE\n"
	}
	if in.State.Turn() == game.Second {
		colour = "WHITE\n"
	}
	dst = append(append(dst, kind...), colour...)
	dst = strconv.AppendFloat(dst, in.Left.Seconds(), 'f', -1, 64)
	dst = append(dst, '\n')
	for r := 0; r < checkers.Size; r++ {
		for c := 0; c < checkers.Size; c++ {
			dst = append(dst, in.State.Symbol(r, c))
		}
		dst = append(dst, '\n')
	}
	return dst
}
