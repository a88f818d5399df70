package littlego

import (
	"encoding/binary"
	"errors"
	"fmt"

	"evolab/game"
)

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

// Setup is everything that a position can be built from.
type Setup struct {
	Black, White Board
	Ply          int // plies played, 0 to 24; the side to move follows from it
	// PrevBlack and PrevWhite are the stones before the last move; they count
	// only if Known. Equal boards mean that the last move was a pass.
	PrevBlack, PrevWhite Board
	Known                bool
	Ended                bool // passes have ended the game
	Variant              Variant
}

// ErrHistory is returned by New when no move leads from the previous board to
// the current one. A caller may still use the position without its history.
var ErrHistory = errors.New("no legal move leads from the previous board to this one")

// New builds a position. It refuses what cannot be on a board: overlapping
// stones, groups without liberties, more stones than plies, an end by passes
// that no pass can have caused, and a previous board that does not fit
// (ErrHistory).
func New(set Setup) (State, error) {
	s := State{own: set.Black, opp: set.White, ply: uint8(set.Ply), last: unknown}
	s.flags = uint8(set.Variant) << variantAt
	if set.Ply&1 == 1 {
		s.own, s.opp = s.opp, s.own
	}
	if err := set.check(); err != nil {
		return State{}, err
	}
	if set.Known {
		if err := s.remember(set); err != nil {
			return State{}, err
		}
	}
	if err := s.checkEnd(set); err != nil {
		return State{}, err
	}
	s.hash = s.rehash()
	return s, nil
}

func (set Setup) check() error {
	if set.Ply < 0 || set.Ply > LastPly {
		return fmt.Errorf("ply %d is not within 0..%d", set.Ply, LastPly)
	}
	if (set.Black|set.White)&^full != 0 || set.Black&set.White != 0 {
		return errors.New("stones overlap or lie beside the board")
	}
	if b := set.Black.Count(); b > (set.Ply+1)/2 {
		return fmt.Errorf("black stones: %d, more than can have been placed by ply %d", b, set.Ply)
	}
	if w := set.White.Count(); w > set.Ply/2 {
		return fmt.Errorf("white stones: %d, more than can have been placed by ply %d", w, set.Ply)
	}
	if dead := deadStones(set.Black, set.White); dead != 0 {
		p := dead.first()
		return fmt.Errorf("the group at %d,%d has no liberty", p/Stride, p%Stride)
	}
	return nil
}

func deadStones(black, white Board) Board {
	liberty := (full &^ (black | white)).Grow()
	return black&^(black&liberty).Flood(black) | white&^(white&liberty).Flood(white)
}

// LeastPly is the smallest number of plies after which these stones can be on the board
// with a side to move.
func LeastPly(black, white Board, turn game.Side) int {
	ply := max(2*black.Count()-1, 2*white.Count(), 0)
	return ply + (ply&1 ^ int(turn))
}

// SetUp is the position of the same stones with a side to move, as if they had been set
// up: after as few plies as possible, the moves before unknown. More stones than a game
// can place make a game that is over.
func (s *State) SetUp(turn game.Side) State {
	ply := min(LeastPly(s.Black(), s.White(), turn), LastPly+int(turn))
	up := State{own: s.own, opp: s.opp, ply: uint8(ply), last: unknown, flags: uint8(s.variant()) << variantAt}
	if turn != s.Turn() {
		up.own, up.opp = s.opp, s.own
	}
	up.hash = up.rehash()
	return up
}

// remember finds the last move between the previous board and this one.
func (s *State) remember(set Setup) error {
	own, opp := set.PrevBlack, set.PrevWhite
	if set.Ply&1 == 1 {
		own, opp = opp, own
	}
	if set.Ply == 0 {
		return fmt.Errorf("%w: nothing was played before ply 0", ErrHistory)
	}
	if own == s.own && opp == s.opp {
		if set.Variant == Placements {
			return fmt.Errorf("%w: this variant has no passes", ErrHistory)
		}
		s.last = pass
		s.flags |= passed
		return nil
	}
	placed := s.opp &^ opp
	before := State{own: opp, opp: own, ply: s.ply - 1, flags: s.flags}
	if placed.Count() != 1 || before.Placements()&placed == 0 || deadStones(own, opp) != 0 {
		return ErrHistory
	}
	var after State
	before.Play(game.Move(placed.first())<<16, &after)
	if after.own != s.own || after.opp != s.opp {
		return ErrHistory
	}
	s.taken, s.last, s.ko, s.flags = after.taken, after.last, after.ko, after.flags
	return nil
}

func (s *State) checkEnd(set Setup) error {
	v, second := set.Variant, s.ply >= 2
	first := v == Host && s.ply == 1 && s.flags&passed != 0
	if !set.Ended {
		if first {
			return errors.New("a pass as the first move has ended the game: write the field end")
		}
		return nil
	}
	if s.flags&passed == 0 || !first && (!second || v == Passes || v == Placements) {
		return errors.New("passes cannot have ended the game here")
	}
	s.flags |= ended
	return nil
}

// Play writes the position after the legal move m to dst, which may be s.
func (s *State) Play(m game.Move, dst *State) {
	p := uint(m>>16) & 31
	flags := s.flags &^ (passed | koSet)
	hash := s.hash ^ keys.next[s.ply&31]
	if s.flags&(passed|koSet) != 0 {
		hash ^= s.passing()
	}
	if p == pass {
		s.playPass(flags, hash, dst)
		return
	}
	stone := Board(1) << p
	own, opp := s.own|stone, s.opp
	hash ^= keys.stone[s.ply&1][p]
	around := stone.Grow()
	var taken Board
	var ko uint8
	if around&opp != 0 {
		if taken = captures(own, opp, around); taken != 0 {
			opp ^= taken
			hash ^= stoneKeys(&keys.stone[s.ply&1^1], taken)
			// One stone taken by a lone stone whose only liberty is that
			// point: taking back would restore the board.
			if taken&(taken-1) == 0 && around&(full&^opp) == taken {
				ko = uint8(taken.first())
				flags |= koSet
				hash ^= keys.ko[ko&31]
			}
		}
	}
	dst.own, dst.opp, dst.taken = opp, own, taken
	dst.ply, dst.last, dst.ko, dst.flags = s.ply+1, uint8(p), ko, flags
	dst.hash = hash
}

// passing is the key of what holds for one ply only: a pass just before, a ko.
func (s *State) passing() uint64 {
	var h uint64
	if s.flags&passed != 0 {
		h ^= keys.passed
	}
	if s.flags&koSet != 0 {
		h ^= keys.ko[s.ko&31]
	}
	return h
}

// captures returns the stones of opp that have no liberty after a stone of own
// was placed; around holds that stone's neighbours.
func captures(own, opp, around Board) Board {
	alive := opp & (full &^ (own | opp)).Grow()
	if around&opp&^alive == 0 {
		return 0
	}
	return opp &^ alive.Flood(opp)
}

// Captures is the set of stones that the move m takes.
func (s *State) Captures(m game.Move) Board {
	if m == Pass {
		return 0
	}
	stone := Board(1) << (uint(m>>16) & 31)
	if around := stone.Grow(); around&s.opp != 0 {
		return captures(s.own|stone, s.opp, around)
	}
	return 0
}

// MostCaptures is the largest number of stones that a placement takes. A group with a
// single liberty has a stone with a single one, next to the only point that takes it.
func (s *State) MostCaptures() int {
	empty := full &^ (s.own | s.opp)
	left, right, up, down := s.opp&(empty<<1), s.opp&(empty>>1), s.opp&(empty<<Stride), s.opp&(empty>>Stride)
	single := (left ^ right ^ up ^ down) &^ (left&right | up&down)
	most := 0
	for points := single.Grow() & empty &^ s.Ko(); points != 0; points &= points - 1 {
		p := points & -points
		most = max(most, captures(s.own|p, s.opp, p.Grow()).Count())
	}
	return most
}

func (s *State) playPass(flags uint8, hash uint64, dst *State) {
	v := s.variant()
	if v != Passes && s.flags&passed != 0 || v == Host && s.ply == 0 {
		flags |= ended
		hash ^= keys.ended
	}
	flags |= passed
	hash ^= keys.passed
	own, opp := s.opp, s.own
	dst.own, dst.opp, dst.taken = own, opp, 0
	dst.ply, dst.last, dst.ko, dst.flags = s.ply+1, pass, 0, flags
	dst.hash = hash
}

// Komi is White's bonus in half points: 2.5 points.
const Komi = 5

func (s *State) over() bool {
	// In the variant without passes, a side without a placement ends the game.
	return s.ply >= LastPly || s.flags >= special && (s.flags&ended != 0 || s.Placements() == 0)
}

// Outcome counts the stones of a finished game: Black wins with at least three
// more than White. There are no ties.
func (s *State) Outcome() game.Outcome {
	if !s.over() {
		return game.Outcome{}
	}
	margin := s.Margin()
	if margin > 0 {
		return game.Outcome{Result: game.FirstWins, Margin: margin}
	}
	return game.Outcome{Result: game.SecondWins, Margin: margin}
}

// Margin is Black's lead in half points if the game were counted now.
func (s *State) Margin() int {
	return 2*(s.Black().Count()-s.White().Count()) - Komi
}

// The flags of a record.
const (
	packedKnown = 1 << 0 // the board before the last move is known
	packedEnded = 1 << 1 // passes have ended the game
)

// pack writes the black stones, the white ones, and both before the last move, as
// words of 32 bits with bit 6*row+column for a point; then the plies played and
// the flags.
func pack(s *State, record []byte) {
	binary.LittleEndian.PutUint32(record, uint32(s.Black()))
	binary.LittleEndian.PutUint32(record[4:], uint32(s.White()))
	record[16] = s.ply
	if black, white, known := s.Previous(); known {
		binary.LittleEndian.PutUint32(record[8:], uint32(black))
		binary.LittleEndian.PutUint32(record[12:], uint32(white))
		record[17] |= packedKnown
	}
	if s.flags&ended != 0 {
		record[17] |= packedEnded
	}
}

func unpack(variant string, record []byte) (State, error) {
	v, err := game.ParseVariant("littlego", variants, variant)
	if err != nil {
		return State{}, err
	}
	if record[17]&^(packedKnown|packedEnded) != 0 {
		return State{}, errors.New("flags that there are not")
	}
	set := Setup{
		Black: Board(binary.LittleEndian.Uint32(record)), White: Board(binary.LittleEndian.Uint32(record[4:])),
		PrevBlack: Board(binary.LittleEndian.Uint32(record[8:])), PrevWhite: Board(binary.LittleEndian.Uint32(record[12:])),
		Ply: int(record[16]), Known: record[17]&packedKnown != 0, Ended: record[17]&packedEnded != 0, Variant: Variant(v),
	}
	if !set.Known && set.PrevBlack|set.PrevWhite != 0 {
		return State{}, errors.New("a board before the last move that is said not to be known")
	}
	return New(set)
}
