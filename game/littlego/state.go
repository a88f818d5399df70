package littlego

import "evolab/game"

// LastPly is the ply after which every game is over; passes count.
const LastPly = 24

// Variant is one of the ways in which passes can be treated.
type Variant uint8

// The variants of the rules.
const (
	// Host ends the game after two passes in a row and after a pass as the
	// very first move, as the course's host does.
	Host Variant = iota
	// TwoPass ends the game after two passes in a row.
	TwoPass
	// Passes allows passes, which never end the game.
	Passes
	// Placements has no passes.
	Placements
)

// pass is the point index of a pass, and unknown that of a last move that is
// not known.
const (
	pass    = 31
	unknown = 30
)

// Pass is the move that places no stone.
const Pass = game.Move(pass << 16)

// State is a position: 24 bytes, copied as a whole. The side to move owns the
// stones in own.
type State struct {
	own, opp Board
	// taken holds the stones that the last move captured; with last it gives
	// the board before.
	taken Board
	ply   uint8 // plies played, 0 to 24
	last  uint8 // point of the last move, pass, or unknown
	ko    uint8 // point forbidden to the side to move, or 0 with koSet off
	flags uint8
	hash  uint64
}

// The bits of State.flags. From special on, a game may be over before its last
// ply: one comparison finds the usual case.
const (
	passed    = 1 << 0 // the last move was a pass
	koSet     = 1 << 1 // ko holds a forbidden point
	variantAt = 2      // where the variant's two bits begin
	ended     = 1 << 4 // passes have ended the game

	special = uint8(Placements) << variantAt
)

func (s *State) variant() Variant { return Variant(s.flags >> variantAt & 3) }

// TwoPassesEnd reports whether the variant lets two passes in a row end the game.
func (s *State) TwoPassesEnd() bool { return s.variant() <= TwoPass }

// Turn is the side to move; Black is the first side.
func (s *State) Turn() game.Side { return game.Side(s.ply & 1) }

// Ply is the number of plies played, 0 to 24.
func (s *State) Ply() int { return int(s.ply) }

// Own is the set of stones of the side to move.
func (s *State) Own() Board { return s.own }

// Opp is the set of stones of the side that moved last.
func (s *State) Opp() Board { return s.opp }

// Black is the set of black stones.
func (s *State) Black() Board {
	if s.ply&1 == 0 {
		return s.own
	}
	return s.opp
}

// White is the set of white stones.
func (s *State) White() Board {
	if s.ply&1 == 0 {
		return s.opp
	}
	return s.own
}

// Ko is the point forbidden by the ko rule, as a set of one point or none.
func (s *State) Ko() Board {
	if s.flags&koSet == 0 {
		return 0
	}
	return 1 << s.ko
}

// Passed reports whether the last move was a pass.
func (s *State) Passed() bool { return s.flags&passed != 0 }

// Previous returns the black and the white stones before the last move; known
// is false when the position was given without them.
func (s *State) Previous() (black, white Board, known bool) {
	own, opp := s.own|s.taken, s.opp
	switch s.last {
	case unknown:
		return 0, 0, false
	case pass:
	default:
		opp &^= 1 << s.last
	}
	if s.ply&1 == 0 {
		return own, opp, true
	}
	return opp, own, true
}

// Hash is the Zobrist key of the stones, the ply, the ko point, the passes and
// the variant.
func (s *State) Hash() uint64 { return s.hash }

// zobrist holds the keys of the stones of either side by bit, of the plies, of
// the ko points, of the two flags of passes, and of the variants.
type zobrist struct {
	stone [2][32]uint64
	ply   [32]uint64
	// next[p] changes the key of ply p into that of p+1.
	next          [32]uint64
	ko            [32]uint64
	passed, ended uint64
	variant       [4]uint64 // 0 for the default one
}

var keys = makeKeys()

func makeKeys() (z zobrist) {
	const zobristSeed = 0x1d17713650
	var k [164]uint64
	game.Zobrist(zobristSeed, k[:])
	copy(z.stone[0][:], k[0:32])
	copy(z.stone[1][:], k[32:64])
	copy(z.ply[:], k[64:96])
	copy(z.ko[:], k[96:128])
	z.passed, z.ended = k[128], k[129]
	copy(z.variant[1:], k[130:])
	for p := range LastPly {
		z.next[p] = z.ply[p] ^ z.ply[p+1]
	}
	return z
}

// rehash computes the key from nothing but the fields.
func (s *State) rehash() uint64 {
	h := keys.ply[s.ply] ^ keys.variant[s.variant()]
	if s.flags&passed != 0 {
		h ^= keys.passed
	}
	if s.flags&ended != 0 {
		h ^= keys.ended
	}
	if s.flags&koSet != 0 {
		h ^= keys.ko[s.ko]
	}
	return h ^ stoneKeys(&keys.stone[0], s.Black()) ^ stoneKeys(&keys.stone[1], s.White())
}

func stoneKeys(table *[32]uint64, stones Board) uint64 {
	var h uint64
	for ; stones != 0; stones &= stones - 1 {
		h ^= table[stones.first()&31]
	}
	return h
}
