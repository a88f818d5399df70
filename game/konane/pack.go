package konane

import (
	"errors"
	"fmt"
)

// stoneBytes is the size of the stones in a record, on a board of any size.
const stoneBytes = (MaxSize*MaxSize + 7) / 8

// pack writes bit i%8 of byte i/8 with i = 18*row+column for a stone, on boards of
// all sizes; then the number of removals that are left, the colour to move, the
// colour of the side that moved first in the game, and the board's rows and
// columns.
func pack(s *State, record []byte) {
	for r := range s.Rows() {
		for c := range s.Cols() {
			if s.At(Square(r, c)) {
				i := MaxSize*r + c
				record[i>>3] |= 1 << (i & 7)
			}
		}
	}
	copy(record[stoneBytes:], []byte{byte(s.Removals()), byte(s.mover), byte(s.first), s.rows, s.cols})
}

func unpack(variant string, record []byte) (State, error) {
	rows, cols := int(record[stoneBytes+3]), int(record[stoneBytes+4])
	s, err := empty(rows, cols)
	if err != nil {
		return State{}, err
	}
	if variant != "" && variant != fmt.Sprintf("%dx%d", rows, cols) {
		return State{}, fmt.Errorf("a board of %d rows and %d columns among those of %s", rows, cols, variant)
	}
	for i := range 8 * stoneBytes {
		if record[i>>3]>>(i&7)&1 == 0 {
			continue
		}
		r, c := i/MaxSize, i%MaxSize
		if r >= s.Rows() || c >= s.Cols() {
			return State{}, errors.New("a stone beside the board")
		}
		add(&s.cells, Square(r, c))
	}
	return s.resume(record[stoneBytes:])
}

// resume sets what a record has beside the stones.
func (s State) resume(rest []byte) (State, error) {
	mover, first := Colour(rest[1]), Colour(rest[2])
	if mover > White || first > White {
		return State{}, errors.New("a colour that there is not")
	}
	err := s.enter(Setup{Removals: int(rest[0]), Mover: mover, Player: 1 + int(mover^first)})
	if err == nil && (s.Removals() != int(rest[0]) || s.mover != mover || s.first != first) {
		err = errors.New("a side is to move that cannot be")
	}
	s.hash = s.rehash()
	return s, err
}
