package tictactoe

import (
	"encoding/binary"
	"errors"
)

// pack writes the marks of X and of O, 16 bits each with bit 3*row+column for a
// square.
func pack(s *State, record []byte) {
	binary.LittleEndian.PutUint16(record, uint16(s.X()))
	binary.LittleEndian.PutUint16(record[2:], uint16(s.O()))
}

func unpack(_ string, record []byte) (State, error) {
	x, o := Board(binary.LittleEndian.Uint16(record)), Board(binary.LittleEndian.Uint16(record[2:]))
	if x&o != 0 || (x|o)&^full != 0 {
		return State{}, errors.New("marks overlap or lie beside the board")
	}
	return fromMarks(x, o)
}
