package littlego

import (
	"fmt"

	"evolab/game"
	"evolab/game/littlego"
)

// A record is a position in the form that is the smallest of its symmetric
// ones, with a move, as text of a fixed width:
//
//	6004e000000-m
//
// The first sign is the number of plies played ('0' to '9', 'a' is 10), then
// come the rows from the top, two hexadecimal digits each: a number to the base
// 3 whose lowest digit is the leftmost point (0 empty, 1 the side to move, 2
// the other). Then '-', '*' after a pass, or the point that ko forbids; and last
// the move. Points are the letters a to y, row by row; '*' is a pass, and '!'
// says that no move wins. A capital letter is a move that is not proven to win:
// a reply that is among the best tries of the position.
const (
	keyWidth    = 12
	recordWidth = keyWidth + 1
)

const (
	noMark   = '-'
	passMark = '*'
	lostMark = '!'
)

// Record is what is known of a position.
type Record struct {
	code  code
	move  uint8 // the point that wins, pass, or none when the position is lost
	reply bool  // the move is not proven to win
}

// Won reports whether the side to move is proven to win.
func (r Record) Won() bool { return r.move != none && !r.reply }

// Reply reports whether the record is a try and no proof.
func (r Record) Reply() bool { return r.reply }

// Key is equal for the symmetric forms of a position and for no others.
type Key uint64

// Key is that of the record's position.
func (r Record) Key() Key { return Key(r.code) }

// KeyOf is the key of a position.
func KeyOf(s *littlego.State) Key {
	c, _ := canonical(s)
	return Key(c)
}

// Ply is the number of plies played in the position.
func (k Key) Ply() int { return int(k >> codePly) }

// Recorded is the record of a position that m wins, or with NoMove of a lost one.
func Recorded(s *littlego.State, m game.Move) Record {
	c, k := canonical(s)
	if m == game.NoMove {
		return Record{code: c, move: none}
	}
	return Record{code: c, move: pointOf[k][uint(m>>16)&31]}
}

// Replied is the record of a try: a placement that is not proven to win.
func Replied(s *littlego.State, m game.Move) Record {
	r := Recorded(s, m)
	r.reply = true
	return r
}

// RecordedKo is Recorded for a position whose text does not tell the point that
// ko forbids.
func RecordedKo(s *littlego.State, ko, m game.Move) Record {
	best := Record{code: 1 << codeBits}
	for k := range symmetries {
		r := Record{code: codeOf(s, k), move: pointOf[k][uint(m>>16)&31]}
		if ko != game.NoMove {
			r.code |= code(pointOf[k][uint(ko>>16)&31]+1) << codeKo
		}
		if r.code < best.code {
			best = r
		}
	}
	return best
}

// Move is the record's move in one of its position's symmetric forms; NoMove
// when there is none, or when it is not legal there.
func (r Record) Move(s *littlego.State) game.Move {
	if r.move == none {
		return game.NoMove
	}
	_, k := canonical(s)
	m := game.Move(pointOf[back(k)][r.move]) << 16
	if m != littlego.Pass && s.Placements()>>(m>>16)&1 == 0 {
		return game.NoMove
	}
	return m
}

// Append appends the record's text.
func (r Record) Append(dst []byte) []byte {
	dst = appendKey(dst, r.code)
	switch r.move {
	case none:
		return append(dst, lostMark)
	case pass:
		return append(dst, passMark)
	}
	if r.reply {
		return append(dst, letter(r.move)-'a'+'A')
	}
	return append(dst, letter(r.move))
}

// letter is a to y for the points in board order.
func letter(point uint8) byte {
	return 'a' + point/littlego.Stride*littlego.Size + point%littlego.Stride
}

// ParseRecord reads a record's text.
func ParseRecord(text string) (Record, error) {
	if len(text) != recordWidth {
		return Record{}, fmt.Errorf("littlego: record %q: %d signs (expected: %d)", text, len(text), recordWidth)
	}
	c, ok := parseKey(text)
	if !ok {
		return Record{}, fmt.Errorf("littlego: record %q: no position", text)
	}
	switch mark := text[keyWidth]; {
	case mark == lostMark:
		return Record{code: c, move: none}, nil
	case mark == passMark:
		return Record{code: c, move: pass}, nil
	case mark >= 'a' && mark < 'a'+littlego.Points:
		return Record{code: c, move: pointAt(mark)}, nil
	case mark >= 'A' && mark < 'A'+littlego.Points:
		return Record{code: c, move: pointAt(mark - 'A' + 'a'), reply: true}, nil
	}
	return Record{}, fmt.Errorf("littlego: record %q: move %q (allowed: a..y, A..Y, *, !)", text, text[keyWidth])
}

// pointAt is the inverse of letter.
func pointAt(letter byte) uint8 {
	n := letter - 'a'
	return n/littlego.Size*littlego.Stride + n%littlego.Size
}
