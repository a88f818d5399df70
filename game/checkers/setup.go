package checkers

import (
	"errors"
	"fmt"

	"evolab/game"
)

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
		return fmt.Errorf("%d plies since a capture or crowning (allowed: 0..%d)", set.Quiet, QuietLimit)
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
