package main

import (
	"math/bits"

	"evolab/game"
)

// size is the number of rows and columns.
const size = 8

// squares is a set of squares: bit 8*row+column, from the top left.
type squares uint64

func at(row, column int) squares { return 1 << (size*row + column) }

// state is a position, seen from the side to move.
type state struct {
	own, opp squares
	turn     game.Side
}

func start() state { return state{own: at(3, 4) | at(4, 3), opp: at(3, 3) | at(4, 4)} }

// The squares from which a step to the left or to the right stays on the board.
const (
	notLeft  squares = 0xfefefefefefefefe
	notRight squares = 0x7f7f7f7f7f7f7f7f
)

// step moves all squares of a set one step in one of eight directions.
func (s squares) step(direction int) squares {
	switch direction {
	case 0:
		return s << 8
	case 1:
		return s >> 8
	case 2:
		return s & notRight << 1
	case 3:
		return s & notLeft >> 1
	case 4:
		return s & notRight << 9
	case 5:
		return s & notLeft >> 9
	case 6:
		return s & notLeft << 7
	}
	return s & notRight >> 7
}

func (s squares) count() int { return bits.OnesCount64(uint64(s)) }

// near is all squares next to those of a set.
func (s squares) near() (all squares) {
	for d := range 8 {
		all |= s.step(d)
	}
	return all
}

// reach is where a side can place a disc: behind a row of the other side's.
func reach(own, opp squares) (places squares) {
	for d := range 8 {
		row := own.step(d) & opp
		for range size - 3 {
			row |= row.step(d) & opp
		}
		places |= row.step(d)
	}
	return places &^ (own | opp)
}

// flips is the discs that a disc on a square turns over.
func (s *state) flips(square int) (all squares) {
	for d := range 8 {
		row, next := squares(0), squares(1<<square).step(d)
		for next&s.opp != 0 {
			row |= next
			next = next.step(d)
		}
		if next&s.own != 0 {
			all |= row
		}
	}
	return all
}

// pass is the move of a side that can place no disc.
var pass = game.NewMove(size*size, size*size)

func isPass(m game.Move) bool { return m == pass }

// over reports whether neither side can place a disc.
func (s *state) over() bool { return reach(s.own, s.opp) == 0 && reach(s.opp, s.own) == 0 }

// Turn is the side to move.
func (s *state) Turn() game.Side { return s.turn }

// Moves appends the legal moves row by row, or a pass.
func (s *state) Moves(dst []game.Move) []game.Move {
	places := reach(s.own, s.opp)
	if places == 0 && reach(s.opp, s.own) != 0 {
		return append(dst, pass)
	}
	for ; places != 0; places &= places - 1 {
		dst = append(dst, game.NewMove(0, bits.TrailingZeros64(uint64(places))))
	}
	return dst
}

// Play writes the position after m to dst, which may be s itself.
func (s *state) Play(m game.Move, dst *state) {
	own, opp := s.own, s.opp
	if !isPass(m) {
		turned := s.flips(m.To())
		own, opp = own|turned|1<<m.To(), opp&^turned
	}
	*dst = state{opp, own, s.turn.Other()}
}

// Outcome is a win for the side with more discs, once nobody can place any.
func (s *state) Outcome() game.Outcome {
	if !s.over() {
		return game.Outcome{}
	}
	lead := s.own.count() - s.opp.count()
	if s.turn == game.Second {
		lead = -lead
	}
	switch {
	case lead > 0:
		return game.Outcome{Result: game.FirstWins, Margin: 2 * lead}
	case lead < 0:
		return game.Outcome{Result: game.SecondWins, Margin: 2 * lead}
	}
	return game.Outcome{Result: game.Draw}
}

// Hash is the key of the position.
func (s *state) Hash() uint64 { return game.Mix(uint64(s.own), uint64(s.opp), uint64(s.turn)) }
