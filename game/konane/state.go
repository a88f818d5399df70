package konane

import (
	"errors"
	"fmt"
	"strings"

	"evolab/game"
)

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

// Play writes the position after the legal move m to dst, which may be s.
func (s *State) Play(m game.Move, dst *State) {
	from, to := int(m&(Squares-1)), int(m>>16&(Squares-1))
	*dst = *s
	if s.stage != jumping {
		dst.playRemoval(from)
		return
	}
	class := from >> classShift
	hash := s.hash ^ keys.stone[from] ^ keys.stone[to] ^ keys.white
	own := &dst.cells[class&3]
	*own = own.Xor(cell(from & inClass)).Xor(cell(to & inClass))

	// The jumped stones have the places of the cells between, seen from the
	// neighbouring class: from the lower end on, or from the one after it.
	low, left := from, to-from
	if left < 0 {
		low, left = to, -left
	}
	step, over, after := 1, class^1, class&1
	if left >= Stride {
		step, over, after = Stride, class^2, class>>1
	}
	taken := &dst.cells[over&3]
	for at := low&inClass + after*step; left > 0; left -= step {
		*taken = taken.Xor(cell(at))
		hash ^= keys.stone[(over<<classShift|at)&(Squares-1)]
		at += step
	}
	dst.mover = s.mover ^ 1
	dst.hash = hash
}

// Skip writes to dst the position in which the other side is to move, as if
// the side to move passed. It is not part of the game.
func (s *State) Skip(dst *State) {
	*dst = *s
	dst.mover ^= 1
	dst.hash ^= keys.white
}

// Setup is everything that a position can be built from.
type Setup struct {
	Rows []string // from the top, in `.XO` with X for Black
	// Removals is the number of stones still to be removed before the first
	// jump: 2, 1 or 0.
	Removals int
	Mover    Colour // the colour to move; counts only without removals
	// Player is the player who owns the colour to move: 1 if the one who
	// removed the first stone, 2 if the other, 0 if that is not known. It
	// counts only without removals.
	Player int
}

// New builds a position. It refuses what cannot be on a board: a stone on a
// cell of the other colour, holes that the removals cannot have left, and a
// side to move that the number of jumps forbids. Without Player, Black is the first
// side unless the stones show otherwise.
func New(set Setup) (State, error) {
	cols := 0
	if len(set.Rows) > 0 {
		cols = len(set.Rows[0])
	}
	s, err := empty(len(set.Rows), cols)
	if err != nil {
		return State{}, err
	}
	for r, row := range set.Rows {
		if err := s.place(r, row); err != nil {
			return State{}, err
		}
	}
	err = s.enter(set)
	s.hash = s.rehash()
	return s, err
}

// enter sets whose turn it is on a board with its stones.
func (s *State) enter(set Setup) error {
	switch set.Removals {
	case 2:
		if len(s.holes()) > 0 {
			return errors.New("the first stone is to be removed, but the board has holes")
		}
		return nil
	case 1:
		holes := s.holes()
		if len(holes) != 1 || !s.isFirstRemoval(holes[0]) {
			return errors.New("the second stone is to be removed (expected: one hole, in a corner or the centre)")
		}
		s.first = ColourOf(holes[0])
		s.mover = s.first.Other()
		s.stage = removeSecond
		return nil
	}
	return s.setJumping(set.Mover, set.Player)
}

// Full is the full board of a size.
func Full(rows, cols int) (State, error) {
	s, err := empty(rows, cols)
	s.cells = boards[s.rows][s.cols]
	s.hash = s.rehash()
	return s, err
}

// Start is the full board of a variant `RxC`; "" is 18x18.
func Start(variant string) (State, error) {
	if variant == "" {
		return Full(MaxSize, MaxSize)
	}
	first, second, found := strings.Cut(variant, "x")
	rows, ok := number(first, MaxSize)
	cols, ok2 := number(second, MaxSize)
	if !found || !ok || !ok2 || rows < MinSize || cols < MinSize {
		return State{}, fmt.Errorf("konane: variant %q (allowed: ROWSxCOLUMNS, each %d..%d, as in 18x18)", variant, MinSize, MaxSize)
	}
	return Full(rows, cols)
}

func empty(rows, cols int) (State, error) {
	if min(rows, cols) < MinSize || max(rows, cols) > MaxSize {
		return State{}, fmt.Errorf("a board of %dx%d (allowed: %d..%d each)", rows, cols, MinSize, MaxSize)
	}
	return State{rows: uint8(rows), cols: uint8(cols)}, nil
}

// place puts one row of stones on the board.
func (s *State) place(r int, row string) error {
	if len(row) != s.Cols() {
		return fmt.Errorf("row %d has another number of cells, %d, than the first, %d", r, len(row), s.cols)
	}
	for c := range s.Cols() {
		square := Square(r, c)
		want := symbols[ColourOf(square)]
		switch row[c] {
		case '.':
		case want:
			add(&s.cells, square)
		case 'X', 'O':
			return fmt.Errorf("%c at [%d:%d], where only %c can stand", row[c], r, c, want)
		default:
			return fmt.Errorf("symbol %q at [%d:%d] (allowed: . X O)", row[c], r, c)
		}
	}
	return nil
}

// symbols are the letters of the colours.
const symbols = "XO"

// missing is the number of stones of a colour that have been taken.
func (s *State) missing(c Colour) int {
	k0, k1 := ClassOf(c, 0), ClassOf(c, 1)
	return s.Board(k0).Count() + s.Board(k1).Count() - s.StonesOf(c)
}

// holes lists the squares without a stone, in board order.
func (s *State) holes() []int {
	var list []int
	for r := range s.Rows() {
		for c := range s.Cols() {
			if square := Square(r, c); !s.At(square) {
				list = append(list, square)
			}
		}
	}
	return list
}

func (s *State) isFirstRemoval(square int) bool {
	set := s.firstRemovals()
	return set[square>>classShift].has(square & inClass)
}

func (s *State) setJumping(mover Colour, player int) error {
	s.stage, s.mover = jumping, mover
	black, white := s.missing(Black), s.missing(White)
	if black == 0 || white == 0 {
		return fmt.Errorf("%s is to move, but the stones that are gone are only %d black and %d white (expected: one of each at least)", mover, black, white)
	}
	if black+white == 2 {
		if err := s.checkRemovals(); err != nil {
			return err
		}
	}
	first, known := s.inferFirst()
	if !known && player != 0 {
		first = mover ^ Colour(player-1)
	}
	if known && (mover^first == 0) != (black+white == 2) {
		return fmt.Errorf("%s cannot be to move when the stones that are gone are %d black and %d white", mover, black, white)
	}
	if s.first = first; player != 0 && player != s.player() {
		return fmt.Errorf("player %d cannot be to move here", player)
	}
	return nil
}

// inferFirst returns the colour of the side that moved first in the game, if
// the stones tell. If both colours have only lost their first stone, that side
// is to move; if only one has, the other has jumped once, and first.
func (s *State) inferFirst() (first Colour, known bool) {
	black, white := s.missing(Black), s.missing(White)
	switch {
	case black == 1 && white == 1:
		return s.mover, true
	case black == 1:
		return Black, true
	case white == 1:
		return White, true
	}
	return Black, false
}

// checkRemovals makes sure that the two holes are those of the removals.
func (s *State) checkRemovals() error {
	holes := s.holes()
	a, b := holes[0], holes[1]
	if ColourOf(a) != s.mover {
		a, b = b, a
	}
	if dr, dc := Row(a)-Row(b), Col(a)-Col(b); dr*dr+dc*dc != 1 || !s.isFirstRemoval(a) {
		return fmt.Errorf("%s is to move first, but the holes are %s and %s (expected: a corner or centre cell of that colour, and a neighbour)",
			s.mover, formatCell(a), formatCell(b))
	}
	return nil
}

// stoneBytes is the size of the stones in a record, on a board of any size.
const stoneBytes = (MaxSize*MaxSize + 7) / 8

// pack writes bit i%8 of byte i/8 with i = 18*row+column for a stone, on boards of
// all sizes; then the number of removals that are left, the colour to move, the
// colour of the side that moved first in the game, and the board's rows and
// columns.
func pack(s *State, record []byte) {
	for r := range s.Rows() {
		for c := range s.Cols() {
			if s.At(Square(r, c)) {
				i := MaxSize*r + c
				record[i>>3] |= 1 << (i & 7)
			}
		}
	}
	copy(record[stoneBytes:], []byte{byte(s.Removals()), byte(s.mover), byte(s.first), s.rows, s.cols})
}

func unpack(variant string, record []byte) (State, error) {
	rows, cols := int(record[stoneBytes+3]), int(record[stoneBytes+4])
	s, err := empty(rows, cols)
	if err != nil {
		return State{}, err
	}
	if variant != "" && variant != fmt.Sprintf("%dx%d", rows, cols) {
		return State{}, fmt.Errorf("a board of %dx%d among those of %s", rows, cols, variant)
	}
	for i := range 8 * stoneBytes {
		if record[i>>3]>>(i&7)&1 == 0 {
			continue
		}
		r, c := i/MaxSize, i%MaxSize
		if r >= s.Rows() || c >= s.Cols() {
			return State{}, errors.New("a stone beside the board")
		}
		add(&s.cells, Square(r, c))
	}
	return s.resume(record[stoneBytes:])
}

// resume sets what a record has beside the stones.
func (s State) resume(rest []byte) (State, error) {
	mover, first := Colour(rest[1]), Colour(rest[2])
	if mover > White || first > White {
		return State{}, errors.New("a colour that there is not")
	}
	err := s.enter(Setup{Removals: int(rest[0]), Mover: mover, Player: 1 + int(mover^first)})
	if err == nil && (s.Removals() != int(rest[0]) || s.mover != mover || s.first != first) {
		err = errors.New("a side is to move that cannot be")
	}
	s.hash = s.rehash()
	return s, err
}
