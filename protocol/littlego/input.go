package littlego

import (
	"fmt"

	"evolab/game"
	"evolab/game/littlego"
	"evolab/protocol/lines"
)

// Input is the content of input.txt.
type Input struct {
	Colour   game.Side // the side to move: Black is the first
	Previous Stones    // after the agent's last move, before the opponent's
	Current  Stones
}

// Stones is a board without anything else.
type Stones struct{ Black, White littlego.Board }

func (b Stones) empty() bool { return b.Black|b.White == 0 }

// ParseInput reads input.txt. A byte order mark, CRLF, blanks at the end of a
// line and blank lines at the end of the file are accepted; the error of
// anything else says which line it is about, what was found there and what was
// expected.
func ParseInput(data []byte) (Input, error) {
	// inputLines is the colour and two boards.
	const inputLines = 1 + 2*littlego.Size
	var in Input
	data = lines.Unmarked(data)
	for number := 1; number <= inputLines; number++ {
		line, rest, there := lines.Cut(data)
		if !there {
			return Input{}, fmt.Errorf("input.txt: line %d: the file ends (expected: %s)", number, expected(number))
		}
		if !in.parseLine(number, line) {
			return Input{}, fmt.Errorf("input.txt: line %d: found %s (expected: %s)", number, lines.Quote(line), expected(number))
		}
		data = rest
	}
	for number := inputLines + 1; len(data) > 0; number++ {
		line, rest, _ := lines.Cut(data)
		if len(line) > 0 {
			return Input{}, fmt.Errorf("input.txt: line %d: found %s (expected: nothing after %d lines)",
				number, lines.Quote(line), inputLines)
		}
		data = rest
	}
	return in, nil
}

// parseLine reads a line, counted from 1, into the input; false means that it is
// malformed.
func (in *Input) parseLine(number int, line []byte) bool {
	switch {
	case number == 1:
		if len(line) != 1 || line[0] != '1' && line[0] != '2' {
			return false
		}
		in.Colour = game.Side(line[0] - '1')
		return true
	case number <= 1+littlego.Size:
		return in.Previous.parseRow(number-2, line)
	}
	return in.Current.parseRow(number-2-littlego.Size, line)
}

func (b *Stones) parseRow(r int, line []byte) bool {
	if len(line) != littlego.Size {
		return false
	}
	for c := 0; c < littlego.Size; c++ {
		switch line[c] {
		case '0':
		case '1':
			b.Black |= littlego.At(r, c)
		case '2':
			b.White |= littlego.At(r, c)
		default:
			return false
		}
	}
	return true
}

func expected(number int) string {
	if number == 1 {
		return "the colour, 1 for Black or 2 for White"
	}
	board, row := "previous", number-2
	if row >= littlego.Size {
		board, row = "current", row-littlego.Size
	}
	return fmt.Sprintf("row %d of the %s board, %d of 0, 1 and 2", row, board, littlego.Size)
}

// AppendInput appends input.txt as the host writes it: 11 lines, and no newline
// after the last one.
func AppendInput(dst []byte, in Input) []byte {
	dst = append(dst, '1'+byte(in.Colour))
	dst = in.Previous.appendRows(dst)
	return in.Current.appendRows(dst)
}

// appendRows appends the rows, each with the newline before it.
func (b Stones) appendRows(dst []byte) []byte {
	for r := 0; r < littlego.Size; r++ {
		dst = append(dst, '\n')
		for c := 0; c < littlego.Size; c++ {
			p := littlego.At(r, c)
			switch {
			case b.Black&p != 0:
				dst = append(dst, '1')
			case b.White&p != 0:
				dst = append(dst, '2')
			default:
				dst = append(dst, '0')
			}
		}
	}
	return dst
}
