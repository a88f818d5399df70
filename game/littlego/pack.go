package littlego

import (
	"encoding/binary"
	"errors"

	"evolab/game"
)

// The flags of a record.
const (
	packedKnown = 1 << 0 // the board before the last move is known
	packedEnded = 1 << 1 // passes have ended the game
)

// pack writes the black stones, the white ones, and both before the last move, as
// words of 32 bits with bit 6*row+column for a point; then the plies played and
// the flags.
func pack(s *State, record []byte) {
	binary.LittleEndian.PutUint32(record, uint32(s.Black()))
	binary.LittleEndian.PutUint32(record[4:], uint32(s.White()))
	record[16] = s.ply
	if black, white, known := s.Previous(); known {
		binary.LittleEndian.PutUint32(record[8:], uint32(black))
		binary.LittleEndian.PutUint32(record[12:], uint32(white))
		record[17] |= packedKnown
	}
	if s.flags&ended != 0 {
		record[17] |= packedEnded
	}
}

func unpack(variant string, record []byte) (State, error) {
	v, err := game.ParseVariant("littlego", variants, variant)
	if err != nil {
		return State{}, err
	}
	if record[17]&^(packedKnown|packedEnded) != 0 {
		return State{}, errors.New("flags that there are not")
	}
	set := Setup{
		Black: Board(binary.LittleEndian.Uint32(record)), White: Board(binary.LittleEndian.Uint32(record[4:])),
		PrevBlack: Board(binary.LittleEndian.Uint32(record[8:])), PrevWhite: Board(binary.LittleEndian.Uint32(record[12:])),
		Ply: int(record[16]), Known: record[17]&packedKnown != 0, Ended: record[17]&packedEnded != 0, Variant: Variant(v),
	}
	if !set.Known && set.PrevBlack|set.PrevWhite != 0 {
		return State{}, errors.New("a board before the last move that is said not to be known")
	}
	return New(set)
}
