package tictactoe

import (
	"encoding/binary"
	"errors"
	"math/bits"

	"evolab/game"
)

// Board is a set of squares: row r, column c is bit 3*r+c.
type Board uint16

const (
	// Size is the number of rows and of columns.
	Size = 3
	// Squares is the number of squares, and of plies that a game can last.
	Squares = Size * Size

	full Board = 1<<Squares - 1
)

// Full is the set of all squares.
func Full() Board { return full }

// Lines are the eight ways to win.
func Lines() [8]Board { return lines }

var lines = [8]Board{
	0o007, 0o070, 0o700, // rows
	0o111, 0o222, 0o444, // columns
	0o421, 0o124, // diagonals
}

// At is the set of the one square at row r and column c, both 0 to 2.
func At(r, c int) Board { return 1 << (Size*r + c) }

// Count is the number of squares in the set.
func (b Board) Count() int { return bits.OnesCount16(uint16(b)) }

// HasLine reports whether the set holds three squares in a row.
func (b Board) HasLine() bool {
	for i := range lines {
		if b&lines[i] == lines[i] {
			return true
		}
	}
	return false
}

// State is a position. Whose turn it is follows from the number of marks.
type State struct {
	own, opp Board // marks of the side to move, and of the other side
	hash     uint64
}

// Turn is the side to move; X is the first side.
func (s *State) Turn() game.Side { return game.Side(s.Ply() & 1) }

// Ply is the number of plies played, 0 to 9.
func (s *State) Ply() int { return (s.own | s.opp).Count() }

// Own is the set of marks of the side to move.
func (s *State) Own() Board { return s.own }

// Opp is the set of marks of the side that moved last.
func (s *State) Opp() Board { return s.opp }

// Empty is the set of squares without a mark.
func (s *State) Empty() Board { return full &^ (s.own | s.opp) }

// X is the set of marks of the first side.
func (s *State) X() Board {
	if s.Turn() == game.First {
		return s.own
	}
	return s.opp
}

// O is the set of marks of the second side.
func (s *State) O() Board {
	if s.Turn() == game.First {
		return s.opp
	}
	return s.own
}

// Hash is the Zobrist key of the marks.
func (s *State) Hash() uint64 { return s.hash }

// keys holds the key of a mark of either side on each square.
var keys = makeKeys()

func makeKeys() (k [2][Squares]uint64) {
	const zobristSeed = 0x7177ac70e
	var list [2 * Squares]uint64
	game.Zobrist(zobristSeed, list[:])
	copy(k[0][:], list[:Squares])
	copy(k[1][:], list[Squares:])
	return k
}

// rehash computes the key from nothing but the marks.
func (s *State) rehash() uint64 {
	var h uint64
	x, o := s.X(), s.O()
	for p := 0; p < Squares; p++ {
		if x>>p&1 == 1 {
			h ^= keys[0][p]
		}
		if o>>p&1 == 1 {
			h ^= keys[1][p]
		}
	}
	return h
}

// Moves appends the legal moves row by row from the top left. A move ends on
// the square that it marks; it has no start.
func (s *State) Moves(dst []game.Move) []game.Move {
	if s.Outcome().Over() {
		return dst
	}
	for rest := s.Empty(); rest != 0; rest &= rest - 1 {
		dst = append(dst, moveTo(bits.TrailingZeros16(uint16(rest))))
	}
	return dst
}

func moveTo(square int) game.Move { return game.NewMove(0, square) }

// Play writes the position after m to dst, which may be s itself.
func (s *State) Play(m game.Move, dst *State) {
	at := m.To()
	own, opp := s.opp, s.own|1<<at
	dst.hash = s.hash ^ keys[s.Turn()][at]
	dst.own, dst.opp = own, opp
}

// Outcome is a win for the side that has three in a row, or a draw when the
// board is full.
func (s *State) Outcome() game.Outcome {
	switch {
	case s.opp.HasLine():
		return game.Outcome{Result: game.Win(s.Turn().Other())}
	case s.Empty() == 0:
		return game.Outcome{Result: game.Draw}
	}
	return game.Outcome{}
}

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
