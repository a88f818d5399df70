package checkers

import (
	"encoding/binary"
	"errors"

	"evolab/game"
)

// pack writes the black pieces, the white ones and the kings as words of 32 bits,
// bit 0 for b8 and so on in reading order, then the side to move and the plies
// since the last capture or crowning.
func pack(s *State, record []byte) {
	binary.LittleEndian.PutUint32(record, s.Black().dense())
	binary.LittleEndian.PutUint32(record[4:], s.White().dense())
	binary.LittleEndian.PutUint32(record[8:], s.kings.dense())
	record[12], record[13] = s.turn, s.quiet
}

func unpack(_ string, record []byte) (State, error) {
	if record[12] > 1 {
		return State{}, errors.New("neither side is to move")
	}
	return New(Setup{
		Black: spread(binary.LittleEndian.Uint32(record)), White: spread(binary.LittleEndian.Uint32(record[4:])),
		Kings: spread(binary.LittleEndian.Uint32(record[8:])), Turn: game.Side(record[12]), Quiet: int(record[13]),
	})
}

// dense is the set without the numbers that stand for no square.
func (b Board) dense() uint32 {
	return uint32(b&pairOfRows | b>>1&(pairOfRows<<8) | b>>2&(pairOfRows<<16) | b>>3&(pairOfRows<<24))
}

// spread is the inverse of dense.
func spread(d uint32) Board {
	b := Board(d)
	return b&pairOfRows | b&(pairOfRows<<8)<<1 | b&(pairOfRows<<16)<<2 | b&(pairOfRows<<24)<<3
}
