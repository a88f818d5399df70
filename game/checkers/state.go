package checkers

import (
	"encoding/binary"
	"errors"
	"fmt"

	"evolab/game"
)

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

// Setup is everything that a position can be built from.
type Setup struct {
	Black, White Board // men and kings
	Kings        Board // of both sides
	Turn         game.Side
	Quiet        int // plies since the last capture or crowning
}

// Put sets up a piece by its symbol, one of bBwW, or does nothing for a dot;
// false if there is no such symbol, or the square is a light one.
func (set *Setup) Put(r, c int, symbol byte) bool {
	if symbol == '.' {
		return true
	}
	square := At(r, c)
	switch symbol {
	case 'b', 'B':
		set.Black |= square
	case 'w', 'W':
		set.White |= square
	default:
		return false
	}
	if symbol == 'B' || symbol == 'W' {
		set.Kings |= square
	}
	return square != 0
}

// Initial is the setup at the start of a game: three rows of men on either side.
func Initial() Setup { return Setup{Black: full & (1<<13 - 1), White: full &^ (1<<22 - 1)} }

// New builds a position. It refuses what cannot be on a board: more than 12
// pieces of a side, men on the row that makes them kings, no piece at all.
func New(set Setup) (State, error) {
	if err := set.check(); err != nil {
		return State{}, err
	}
	s := State{own: set.Black, opp: set.White, kings: set.Kings, quiet: uint8(set.Quiet), turn: uint8(set.Turn)}
	if set.Turn == game.Second {
		s.own, s.opp = s.opp, s.own
	}
	s.hash = s.rehash()
	return s, nil
}

func (set *Setup) check() error {
	pieces := set.Black | set.White
	if pieces&^full != 0 || set.Black&set.White != 0 || set.Kings&^pieces != 0 {
		return errors.New("pieces overlap or lie beside the board")
	}
	if pieces == 0 {
		return errors.New("there is no piece on the board")
	}
	if set.Turn > game.Second {
		return fmt.Errorf("side %d is to move (allowed: 0, 1)", set.Turn)
	}
	if set.Quiet < 0 || set.Quiet > QuietLimit {
		return fmt.Errorf("plies since a capture or crowning: %d (allowed: 0..%d)", set.Quiet, QuietLimit)
	}
	if err := checkSide("black", set.Black, set.Kings, crown[game.First]); err != nil {
		return err
	}
	return checkSide("white", set.White, set.Kings, crown[game.Second])
}

func checkSide(side string, pieces, kings, crowning Board) error {
	if n := pieces.Count(); n > Pieces {
		return fmt.Errorf("%d %s pieces (allowed: 0..%d)", n, side, Pieces)
	}
	if men := pieces &^ kings & crowning; men != 0 {
		return fmt.Errorf("a %s man on %s (expected: a king, as that row crowns)", side, Name(men.First()))
	}
	return nil
}

// Play writes the position after the legal move m to dst, which may be s.
func (s *State) Play(m game.Move, dst *State) {
	if m >= oneJump {
		s.capture(m, dst)
		return
	}
	from, to := uint(m)&63, uint(m>>16)&63
	moved := Board(1)<<from | Board(1)<<to
	king := s.kings >> from & 1
	kings := s.kings ^ moved&-king
	own, opp, turn := s.own^moved, s.opp, s.turn&1
	kind := &keys.piece[2*uint(turn)+uint(king)]
	hash := s.hash ^ kind[from] ^ kind[to]
	quiet := s.quiet + 1
	if crowned := Board(1) << to & crown[turn] &^ kings; crowned != 0 {
		kings |= crowned
		hash ^= crowning(turn, to) ^ keys.reset[s.quiet&63]
		quiet = 0
	} else {
		hash ^= keys.next[s.quiet&63]
	}
	dst.own, dst.opp, dst.kings, dst.hash = opp, own, kings, hash
	dst.quiet, dst.turn = quiet, turn^1
}

// crowning is the key that makes a king of a man.
func crowning(turn uint8, square uint) uint64 {
	return keys.piece[2*turn&3][square&63] ^ keys.piece[(2*turn+1)&3][square&63]
}

func (s *State) capture(m game.Move, dst *State) {
	from, to := uint(m)&63, uint(m>>16)&63
	own, opp, kings, turn := s.own, s.opp, s.kings, s.turn&1
	king := kings >> from & 1
	kind := &keys.piece[2*uint(turn)+uint(king)]
	hash := s.hash ^ kind[from] ^ kind[to] ^ keys.reset[s.quiet&63]

	moved := Board(1)<<from ^ Board(1)<<to // none if a king is back at its start
	own ^= moved
	at, directions := from, m>>routeAt
	for n := Jumps(m); n > 0; n-- {
		step := uint(steps[directions&3])
		over := (at + step) & 63
		opp ^= 1 << over
		hash ^= keys.piece[2*uint(turn^1)+uint(kings>>over&1)][over]
		kings &^= 1 << over
		at += 2 * step
		directions >>= 2
	}
	kings ^= moved & -king
	if crowned := Board(1) << to & crown[turn] &^ kings; crowned != 0 {
		kings |= crowned
		hash ^= crowning(turn, to)
	}
	dst.own, dst.opp, dst.kings, dst.hash = opp, own, kings, hash
	dst.quiet, dst.turn = 0, turn^1
}

// Skip writes to dst the position with the other side to move, which no move of the
// game does: it shows what a side could do next if it were its turn.
func (s *State) Skip(dst *State) {
	own, opp := s.opp, s.own
	*dst = *s
	dst.own, dst.opp, dst.turn = own, opp, s.turn^1
	dst.hash ^= keys.white
}

// Outcome is a draw after QuietLimit plies without a capture and without a
// crowning, whatever the side to move could do; otherwise the side that cannot
// move has lost. A third repetition is a draw too, but only callers that know
// the whole game can see it: compare BoardHash.
func (s *State) Outcome() game.Outcome {
	if s.quiet >= QuietLimit {
		return game.Outcome{Result: game.Draw}
	}
	// A step is tried first: there nearly always is one.
	empty, left := full&^(s.own|s.opp), s.left()
	kings := s.own & s.kings
	if s.own&(empty.Shift(-left)|empty.Shift(-left-1)) != 0 ||
		kings&(empty.Shift(left)|empty.Shift(left+1)|back(s.opp, empty, left)) != 0 ||
		s.own&(jumping(s.opp, empty, left)|jumping(s.opp, empty, left+1)) != 0 {
		return game.Outcome{}
	}
	return game.Outcome{Result: game.Win(s.Turn().Other())}
}

// PliesLeft is the largest number of plies that the game can still last: each capture
// and crowning to come may be as late as the draw allows.
func (s *State) PliesLeft() int {
	pieces := s.own | s.opp
	events := max(pieces.Count()-1, 0) + (pieces &^ s.kings).Count()
	return QuietLimit*(events+1) - int(s.quiet)
}

// pack writes the black pieces, the white ones and the kings as words of 32 bits,
// bit 0 for b8 and so on in reading order, then the side to move and the plies
// since the last capture or crowning.
func pack(s *State, record []byte) {
	binary.LittleEndian.PutUint32(record, s.Black().Dense())
	binary.LittleEndian.PutUint32(record[4:], s.White().Dense())
	binary.LittleEndian.PutUint32(record[8:], s.kings.Dense())
	record[12], record[13] = s.turn, s.quiet
}

func unpack(_ string, record []byte) (State, error) {
	if record[12] > 1 {
		return State{}, errors.New("neither side is to move")
	}
	return New(Setup{
		Black: Spread(binary.LittleEndian.Uint32(record)), White: Spread(binary.LittleEndian.Uint32(record[4:])),
		Kings: Spread(binary.LittleEndian.Uint32(record[8:])), Turn: game.Side(record[12]), Quiet: int(record[13]),
	})
}

// Dense is the set with the 32 squares numbered in reading order, without the numbers that
// stand for no square.
func (b Board) Dense() uint32 {
	return uint32(b&pairOfRows | b>>1&(pairOfRows<<8) | b>>2&(pairOfRows<<16) | b>>3&(pairOfRows<<24))
}

// Spread is the inverse of Dense.
func Spread(d uint32) Board {
	b := Board(d)
	return b&pairOfRows | b&(pairOfRows<<8)<<1 | b&(pairOfRows<<16)<<2 | b&(pairOfRows<<24)<<3
}
