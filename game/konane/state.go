package konane

import "evolab/game"

// stage is what the next move is: one of the two removals, or a jump.
type stage uint8

const (
	removeFirst stage = iota
	removeSecond
	jumping
)

// State is a position: 80 bytes, copied as a whole.
type State struct {
	cells      [Classes]Cells // the stones
	hash       uint64
	rows, cols uint8
	stage      stage
	mover      Colour // the colour to move; Black before the first removal
	// first is the colour of the side that moves first in the game: that of
	// the first removed stone, and Black before it.
	first Colour
}

// Rows is the number of rows of the board.
func (s *State) Rows() int { return int(s.rows) }

// Cols is the number of columns of the board.
func (s *State) Cols() int { return int(s.cols) }

// Mover is the colour to move. Nobody owns a colour before the first removal,
// where it is Black.
func (s *State) Mover() Colour { return s.mover }

// Turn is the side to move.
func (s *State) Turn() game.Side { return game.Side(s.mover ^ s.first) }

// ColourOf is the colour that a side plays, once the first stone is removed.
func (s *State) ColourOf(side game.Side) Colour { return Colour(side) ^ s.first }

// Removals is the number of stones that are still to be removed before the
// first jump: 2, 1 or 0.
func (s *State) Removals() int { return int(jumping - s.stage) }

// Stones is the set of stones of a class.
func (s *State) Stones(class int) Cells { return s.cells[class&3] }

// Board is the set of all cells of a class that the board has.
func (s *State) Board(class int) Cells { return boards[s.rows][s.cols][class&3] }

// StonesOf is the number of stones of a colour.
func (s *State) StonesOf(c Colour) int {
	return s.cells[ClassOf(c, 0)&3].Count() + s.cells[ClassOf(c, 1)&3].Count()
}

// At reports whether a stone stands on a square.
func (s *State) At(square int) bool { return s.cells[square>>classShift&3].has(square & inClass) }

// Outcome reports whether the side to move has lost because it has no move.
func (s *State) Outcome() game.Outcome {
	if s.stage != jumping || s.CanMove(s.mover) {
		return game.Outcome{}
	}
	return game.Outcome{Result: game.Win(s.Turn().Other())}
}

// PliesLeft is the largest number of plies that the game can still last: each
// jump takes a stone, and the sides jump in turn.
func (s *State) PliesLeft() int {
	own, enemy := s.StonesOf(s.mover), s.StonesOf(s.mover.Other())
	switch s.stage {
	case removeFirst:
		return own + enemy
	case removeSecond:
		return 1 + min(2*(own-1), 2*enemy+1)
	}
	return min(2*enemy, 2*own+1)
}

// Hash is the Zobrist key of the stones, the board's size and the colour to
// move. It does not matter which of the sides plays that colour.
func (s *State) Hash() uint64 { return s.hash }

// zobrist holds the keys of the stones by square, of the sizes, and of White's
// turn to move.
type zobrist struct {
	stone [Squares]uint64
	rows  [MaxSize + 1]uint64
	cols  [MaxSize + 1]uint64
	white uint64
}

const zobristSeed = 0x4b306e616e65

var keys = makeKeys()

func makeKeys() (z zobrist) {
	game.Zobrist(zobristSeed, z.stone[:])
	game.Zobrist(zobristSeed+1, z.rows[:])
	game.Zobrist(zobristSeed+2, z.cols[:])
	var white [1]uint64
	game.Zobrist(zobristSeed+3, white[:])
	z.white = white[0]
	return z
}

// rehash computes the key from nothing but the fields.
func (s *State) rehash() uint64 {
	h := keys.rows[s.rows] ^ keys.cols[s.cols]
	if s.mover == White {
		h ^= keys.white
	}
	for square := range keys.stone {
		if s.At(square) {
			h ^= keys.stone[square]
		}
	}
	return h
}

// player is 1 if the side to move is the one that moved first in the game, else 2.
func (s *State) player() int { return 1 + int(s.mover^s.first) }
