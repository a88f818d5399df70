package checkers

import "evolab/game"

// QuietLimit is the number of plies without a capture and without a crowning
// after which the game is drawn: what the host calls 50 plies.
const QuietLimit = 51

// State is a position: 40 bytes, copied as a whole. The side to move owns the
// pieces in own.
type State struct {
	own, opp Board
	kings    Board // of both sides
	hash     uint64
	quiet    uint8 // plies since the last capture or crowning, 0 to QuietLimit
	turn     uint8 // 0 for Black, the first side
}

// Turn is the side to move; Black is the first side.
func (s *State) Turn() game.Side { return game.Side(s.turn) }

// Quiet is the number of plies since the last capture or crowning.
func (s *State) Quiet() int { return int(s.quiet) }

// Own is the set of pieces of the side to move.
func (s *State) Own() Board { return s.own }

// Opp is the set of pieces of the side that moved last.
func (s *State) Opp() Board { return s.opp }

// Kings is the set of kings of both sides.
func (s *State) Kings() Board { return s.kings }

// Black is the set of black pieces.
func (s *State) Black() Board {
	if s.turn == 0 {
		return s.own
	}
	return s.opp
}

// White is the set of white pieces.
func (s *State) White() Board {
	if s.turn == 0 {
		return s.opp
	}
	return s.own
}

// Hash is the Zobrist key of the pieces, the side to move, and the plies since
// the last capture or crowning.
func (s *State) Hash() uint64 { return s.hash }

// BoardHash is the key of the pieces and the side to move alone: what counts
// for repetitions.
func (s *State) BoardHash() uint64 { return s.hash ^ keys.quiet[s.quiet&63] }

// crown holds the rows on which the men of either side become kings.
var crown = [2]Board{topRow << 31, topRow}

// zobrist holds the keys of the pieces by kind (2 side + 1 for a king) and
// square, of White to move, and of the quiet plies.
type zobrist struct {
	piece [4][64]uint64
	white uint64
	quiet [64]uint64
	// next[q] changes the key of a position with q quiet plies into that of
	// the other side to move after one more of them, and reset[q] after none.
	next, reset [64]uint64
}

var keys = makeKeys()

func makeKeys() (z zobrist) {
	const zobristSeed = 0xc8ec6e25
	var k [4*Bits + QuietLimit + 2]uint64
	game.Zobrist(zobristSeed, k[:])
	for kind := range z.piece {
		copy(z.piece[kind][:Bits], k[kind*Bits:])
	}
	copy(z.quiet[:QuietLimit+1], k[4*Bits:])
	z.white = k[len(k)-1]
	for q := range QuietLimit + 1 {
		z.next[q] = z.quiet[q] ^ z.quiet[q+1] ^ z.white
		z.reset[q] = z.quiet[q] ^ z.quiet[0] ^ z.white
	}
	return z
}

// rehash computes the key from nothing but the fields.
func (s *State) rehash() uint64 {
	h := keys.quiet[s.quiet]
	if s.turn == 1 {
		h ^= keys.white
	}
	black, white := s.Black(), s.White()
	h ^= pieceKeys(&keys.piece[0], black&^s.kings) ^ pieceKeys(&keys.piece[1], black&s.kings)
	return h ^ pieceKeys(&keys.piece[2], white&^s.kings) ^ pieceKeys(&keys.piece[3], white&s.kings)
}

func pieceKeys(table *[64]uint64, pieces Board) uint64 {
	var h uint64
	for ; pieces != 0; pieces &= pieces - 1 {
		h ^= table[pieces.First()]
	}
	return h
}
