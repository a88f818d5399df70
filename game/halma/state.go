package halma

import (
	"errors"
	"fmt"

	"evolab/game"
)

// Variant is one of the two versions of the rules.
type Variant uint8

// The variants of the rules.
const (
	// Addendum is the assignment with its addendum: nobody goes back into the
	// own camp, pieces leave it before anything else moves, and those that stay
	// never move back towards its corner.
	Addendum Variant = iota
	// Original is the assignment without the addendum.
	Original
)

// State is a position: 80 bytes, copied as a whole. Nothing but the pieces, the
// side to move and the variant decides the rest of a game.
type State struct {
	own, opp Board // pieces of the side to move, and of the other side
	hash     uint64
	turn     game.Side
	variant  Variant
}

// Turn is the side to move; Black is the first side, though either side may
// open a game.
func (s *State) Turn() game.Side { return s.turn }

// Rules is the variant that is played.
func (s *State) Rules() Variant { return s.variant }

// Own is the set of pieces of the side to move.
func (s *State) Own() Board { return s.own }

// Opp is the set of pieces of the side that moved last.
func (s *State) Opp() Board { return s.opp }

// Pieces is the set of pieces of a side.
func (s *State) Pieces(side game.Side) Board {
	if side == s.turn {
		return s.own
	}
	return s.opp
}

// Hash is the Zobrist key of the pieces, the side to move and the variant.
func (s *State) Hash() uint64 { return s.hash }

// New builds a position from the pieces of either side. It refuses what cannot come up
// in a game: a number of pieces other than 19 on either side, two pieces on one square,
// and under the addendum a side to move that already fills its goal. Only its own move
// could have done that, and would have ended the game.
func New(black, white Board, turn game.Side, v Variant) (State, error) {
	s := State{own: black, opp: white, turn: turn, variant: v}
	if turn == game.Second {
		s.own, s.opp = white, black
	}
	s.hash = s.rehash()
	for side, name := range [2]string{"black", "white"} {
		pieces := s.Pieces(game.Side(side))
		if n := pieces.Count(); n != Pieces {
			return s, fmt.Errorf("%d %s pieces (expected: %d)", n, name, Pieces)
		}
	}
	if both := s.own.And(s.opp); !both.Empty() {
		return s, errors.New("two pieces on one square")
	}
	if s.variant == Addendum && s.arrived(s.turn) {
		return s, errors.New("the side to move has won already")
	}
	return s, nil
}

// zobrist holds the keys of the pieces of either side by square, of White's turn,
// and of the original rules.
type zobrist struct {
	piece    [2][Squares]uint64
	turn     uint64
	original uint64
}

var keys = makeKeys()

func makeKeys() (z zobrist) {
	const zobristSeed = 0x4a17a1616
	var k [2*Squares + 2]uint64
	game.Zobrist(zobristSeed, k[:])
	copy(z.piece[0][:], k[:Squares])
	copy(z.piece[1][:], k[Squares:2*Squares])
	z.turn, z.original = k[2*Squares], k[2*Squares+1]
	return z
}

// rehash computes the key from nothing but the fields.
func (s *State) rehash() uint64 {
	black, white := s.Pieces(game.First), s.Pieces(game.Second)
	var h uint64
	for q := range Squares {
		if black.Has(q) {
			h ^= keys.piece[game.First][q]
		}
		if white.Has(q) {
			h ^= keys.piece[game.Second][q]
		}
	}
	if s.turn == game.Second {
		h ^= keys.turn
	}
	if s.variant == Original {
		h ^= keys.original
	}
	return h
}
