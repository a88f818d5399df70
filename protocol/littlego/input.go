// Package littlego is the conversation between the course's Little-Go host and
// an agent: two small files in the agent's folder, one process for each ply.
//
// The package is pure: it reads and writes bytes, and the caller deals with
// files. It is part of the shipped agent and keeps to the plain subset of Go
// that the agent is translated from.
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
			return Input{}, fmt.Errorf("input.txt: line %d: found %s (expected: nothing after line %d)",
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

// InputOf is the host's input for the side to move in a position. A position without
// a previous board gets one that implies neither ko nor pass: without one of the
// stones of the side that moved last. Only if that side has no stone are both boards
// equal.
func InputOf(s *littlego.State) Input {
	in := Input{Colour: s.Turn(), Current: Stones{Black: s.Black(), White: s.White()}}
	black, white, known := s.Previous()
	if known {
		in.Previous = Stones{Black: black, White: white}
		return in
	}
	in.Previous = in.Current
	stones := s.Opp()
	lone := stones & -stones
	in.Previous.Black &^= lone
	in.Previous.White &^= lone
	return in
}

// State is the position after the given number of plies under the host's
// rules. It fails with littlego.ErrHistory when no move leads from the
// previous board to the current one, and with the other errors of
// littlego.New.
func (in *Input) State(ply int) (littlego.State, error) {
	set := in.setup(ply)
	set.PrevBlack, set.PrevWhite = in.Previous.Black, in.Previous.White
	set.Known = ply > 0 || !in.Previous.empty()
	return littlego.New(set)
}

// Bare is State without the previous board: it knows of no ko and of no pass.
func (in *Input) Bare(ply int) (littlego.State, error) {
	return littlego.New(in.setup(ply))
}

func (in *Input) setup(ply int) littlego.Setup {
	return littlego.Setup{Black: in.Current.Black, White: in.Current.White, Ply: ply, Variant: littlego.Host}
}

// Source is how the number of plies was found, the surest first.
type Source uint8

// The sources of a ply count.
const (
	// FromBoards: the boards allow only one count at the start of a game.
	FromBoards Source = iota
	// FromRecord: the helper file continues into this input, or belongs to it.
	FromRecord
	// Guessed: the smallest count that the rules allow.
	Guessed
)

// InferPly is the number of plies played before the input; record is nil when
// there is no helper file. The count always has the colour's parity, leaves a
// ply to play, and is enough for the stones on both boards; the error means
// that there is none.
//
// The choices, in this order:
//
//   - Both boards empty: ply 0 (a game in which nobody has placed a stone is
//     over, under the host's rules). Previous board empty and one stone: ply
//     1. Both hold whatever an old helper file says, which is how a new game
//     in an old folder begins.
//   - The record's colour is the input's, and one move leads from its position
//     to the input's previous board: two plies on. It does not matter whether
//     the opponent passed, since the move that changed the board is our own.
//   - The record was made for this very input: the same ply, so that an agent
//     that is started twice gives the same answer. Ko keeps this case apart
//     from the one above, unless two passes have ended the game.
//   - A record whose count does not fit the stones is of another game, or
//     comes from a guess that was too low: it counts for nothing.
//   - Otherwise the smallest count for the stones of both boards. Each capture
//     of one's own stones hides two plies only if the other side lost or
//     passed as much: over games of all pairs of baselines the smallest count
//     was the most frequent one for every count and colour.
func InferPly(in *Input, record *PlyRecord) (int, Source, error) {
	least, ok := in.leastPly()
	if !ok {
		return 0, Guessed, fmt.Errorf("input.txt: when %s is to move, the stones cannot be %d black and %d white (the last ply is %d)",
			[2]string{"Black", "White"}[in.Colour], in.Current.Black.Count(), in.Current.White.Count(), littlego.LastPly)
	}
	if in.Previous.empty() && least <= 1 {
		return least, FromBoards, nil
	}
	if record != nil && record.Input.Colour == in.Colour {
		ply := record.Ply
		same := record.Input == *in
		if !same {
			ply += 2
		}
		if in.allows(ply) && (same || record.LeadsTo(in.Previous)) {
			return ply, FromRecord, nil
		}
	}
	return least, Guessed, nil
}

// leastPly is the smallest count that the rules allow. A previous board that
// no count allows is ignored.
func (in *Input) leastPly() (int, bool) {
	for ply := int(in.Colour); ply < littlego.LastPly; ply += 2 {
		if in.allows(ply) {
			return ply, true
		}
	}
	for ply := int(in.Colour); ply < littlego.LastPly; ply += 2 {
		if in.Current.fit(ply) {
			return ply, true
		}
	}
	return 0, false
}

// allows reports whether the side to move and the stones of both boards are
// possible after the given number of plies, with another one to come.
func (in *Input) allows(ply int) bool {
	if ply < 0 || ply >= littlego.LastPly || ply&1 != int(in.Colour) {
		return false
	}
	if ply == 0 {
		return in.Previous.empty() && in.Current.empty()
	}
	return in.Previous.fit(ply-1) && in.Current.fit(ply)
}

// fit reports whether so many stones can have been placed within the plies.
func (b Stones) fit(ply int) bool {
	return b.Black.Count() <= (ply+1)/2 && b.White.Count() <= ply/2
}
