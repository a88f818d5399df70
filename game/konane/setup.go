package konane

import (
	"errors"
	"fmt"
	"strings"
)

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
		return State{}, fmt.Errorf("a board of %d rows and %d columns (allowed: %d..%d each)", rows, cols, MinSize, MaxSize)
	}
	return State{rows: uint8(rows), cols: uint8(cols)}, nil
}

// place puts one row of stones on the board.
func (s *State) place(r int, row string) error {
	if len(row) != s.Cols() {
		return fmt.Errorf("row %d has %d cells, the first one %d", r, len(row), s.cols)
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
		return fmt.Errorf("%s is to move, but only %d black and %d white stones are gone (expected: one of each at least)", mover, black, white)
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
		return fmt.Errorf("%s cannot be to move after %d black and %d white stones are gone", mover, black, white)
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
