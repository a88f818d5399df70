package halma

import (
	"errors"
	"fmt"
	"math/bits"

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

// Play writes the position after m to dst, which may be s itself.
func (s *State) Play(m game.Move, dst *State) {
	from, to := int(m&0xff), int(m>>16&0xff)
	side := s.turn & 1
	hash := s.hash ^ keys.turn ^ keys.piece[side][from] ^ keys.piece[side][to]
	own, opp := s.opp, s.own
	opp[Class(from)&3] &^= 1 << (Cell(from) & 63)
	opp[Class(to)&3] |= 1 << (Cell(to) & 63)
	dst.own, dst.opp = own, opp
	dst.hash, dst.turn, dst.variant = hash, side^1, s.variant
}

// Skip writes to dst the position with the other side to move, which no move of
// the game does.
func (s *State) Skip(dst *State) {
	own, opp := s.opp, s.own // dst may be s
	dst.own, dst.opp, dst.hash = own, opp, s.hash^keys.turn
	dst.turn, dst.variant = s.turn^1, s.variant
}

// Outcome is a win for the side that has just filled its goal. The assignment
// does not say what happens to a side that has no legal move, such as one whose
// camp pieces could only move back and whose others are walled in: here it
// loses.
func (s *State) Outcome() game.Outcome {
	if s.won() || !s.canMove() {
		return game.Outcome{Result: game.Win(s.turn.Other())}
	}
	return game.Outcome{}
}

// won reports whether the side that moved last has won.
func (s *State) won() bool { return s.arrived(s.turn ^ 1) }

// arrived reports whether no square of a side's goal is empty, with at least one
// piece of the side among those there.
func (s *State) arrived(side game.Side) bool {
	goal := &camps[side&1^1]
	occupied := s.own.Or(s.opp)
	if missing := goal.Without(occupied); !missing.Empty() {
		return false
	}
	pieces := s.Pieces(side)
	there := pieces.And(*goal)
	return !there.Empty()
}

// canMove reports whether the side to move has a legal move. There is one if a
// piece can step to a square outside its camp: pieces in the camp do so first,
// and the others are free once none of those can move. Usually some piece can
// in the first direction that is tried.
func (s *State) canMove() bool {
	walkers := s.own.Without(camps[s.turn&1^1])
	ends := s.own.Or(s.opp).Or(camps[s.turn&1]).Not()
	steps := walkers.East().And(ends)
	if steps.Empty() {
		steps = walkers.Grow().And(ends)
	}
	return !steps.Empty() || s.count() > 0
}

// PlyLimit is the number of plies after which the lab calls a game a draw; the
// rules have no such limit. Students' agents needed 150 to 230 plies.
const PlyLimit = 600

// PliesLeft estimates how long a game still lasts, since nothing bounds it: a side
// on its way gains two squares a move, and the last pieces take somewhat longer.
func (s *State) PliesLeft() int {
	const reserve = 20
	goal := Size - 1
	if s.turn == game.Second {
		goal = 0
	}
	far := 0
	for class := 0; class < Classes; class++ {
		for rest := s.own[class]; rest != 0; rest &= rest - 1 {
			q := SquareOf(class, bits.TrailingZeros64(rest))
			dx, dy := q%Size-goal, q/Size-goal
			far += max(dx, -dx, dy, -dy)
		}
	}
	return far + reserve
}

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
