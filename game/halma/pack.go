package halma

import (
	"errors"
	"math/bits"

	"evolab/game"
)

// boardBytes is the size of a set of squares in a record.
const boardBytes = Squares / 8

// pack writes the black pieces and the white ones, 32 bytes each with bit x%8 of
// byte 2*y+x/8 for a square, then the side to move.
func pack(s *State, record []byte) {
	black, white := s.Pieces(game.First), s.Pieces(game.Second)
	black.pack(record)
	white.pack(record[boardBytes:])
	record[2*boardBytes] = byte(s.turn)
}

func unpack(variant string, record []byte) (State, error) {
	v, err := game.ParseVariant("halma", variants, variant)
	if err != nil {
		return State{}, err
	}
	turn := game.Side(record[2*boardBytes])
	if turn > game.Second {
		return State{}, errors.New("neither side is to move")
	}
	return New(unpackBoard(record), unpackBoard(record[boardBytes:]), turn, Variant(v))
}

func (b *Board) pack(record []byte) {
	for y := range Size {
		row := b.Row(y)
		record[2*y], record[2*y+1] = byte(row), byte(row>>8)
	}
}

func unpackBoard(record []byte) (b Board) {
	for i := range boardBytes {
		for rest := record[i]; rest != 0; rest &= rest - 1 {
			b.Set(8*i + bits.TrailingZeros8(rest))
		}
	}
	return b
}
