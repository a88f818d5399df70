package checkers

import (
	"errors"

	"evolab/game"
)

// Name is the name of a square by its number, as a1.
func Name(square int) string {
	r, c := RowColumn(square)
	return cell(r, c)
}

func cell(r, c int) string { return string([]byte{'a' + byte(c), '8' - byte(r)}) }

// Symbol is what stands at row r and column c: one of .bBwW.
func (s *State) Symbol(r, c int) byte {
	square := At(r, c)
	symbols := ".bw"
	if s.kings&square != 0 {
		symbols = ".BW"
	}
	switch {
	case s.Black()&square != 0:
		return symbols[1]
	case s.White()&square != 0:
		return symbols[2]
	}
	return symbols[0]
}

// AddJump is the move m with one more jump; for the first one m is 0. Whether
// it is legal has to be looked up.
func AddJump(m game.Move, from, to int) (game.Move, error) {
	n := Jumps(m)
	if n == 0 {
		m = game.Move(from)
	}
	if n == Pieces {
		return 0, errors.New("more jumps than there can be pieces")
	}
	for direction := range steps {
		step := int(steps[direction])
		between := from + step
		if from+2*step == to && between >= 0 && between < Bits && full>>between&1 == 1 {
			m = addJump(m, direction)
			return m&^(0xffff<<16) | game.Move(to)<<16, nil
		}
	}
	return 0, errors.New("no jump: it must go two squares along a diagonal")
}

// Landing is the square that jump i of a capture, counted from 0, leads to
// from the square at.
func Landing(m game.Move, at, i int) int {
	return at + 2*int(steps[m>>(routeAt+2*uint(i))&3])
}
