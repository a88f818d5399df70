package tictactoe

import (
	"errors"
	"fmt"

	"evolab/game"
)

// The notation of a position is "rows side": three groups of `.XO` split by
// slashes from the top, then x or o for the side to move.

func parseFields(fields []string) (State, error) {
	if len(fields) != 2 {
		return State{}, fmt.Errorf("fields: %d (expected: rows, x or o)", len(fields))
	}
	x, o, err := parseRows(fields[0])
	if err != nil {
		return State{}, err
	}
	s, err := fromMarks(x, o)
	if err != nil {
		return State{}, err
	}
	if fields[1] != "x" && fields[1] != "o" {
		return State{}, fmt.Errorf("side to move %q (allowed: x, o)", fields[1])
	}
	if side := "xo"[s.Turn()]; fields[1][0] != side {
		return State{}, fmt.Errorf("side to move %q at ply %d (expected: %c)", fields[1], s.Ply(), side)
	}
	return s, nil
}

// fromMarks builds a position; it refuses what cannot come up in a game.
func fromMarks(x, o Board) (State, error) {
	if lead := x.Count() - o.Count(); lead != 0 && lead != 1 {
		return State{}, fmt.Errorf("%d X and %d O (expected: as many, or one X more)", x.Count(), o.Count())
	}
	if x.HasLine() && x.Count() == o.Count() {
		return State{}, errors.New("O moved after X had three in a row")
	}
	if o.HasLine() && x.Count() > o.Count() {
		return State{}, errors.New("X moved after O had three in a row")
	}
	s := State{own: x, opp: o}
	if s.Turn() == game.Second {
		s.own, s.opp = o, x
	}
	s.hash = s.rehash()
	return s, nil
}

func parseRows(text string) (x, o Board, err error) {
	err = game.ParseRows(text, Size, ".XO", func(r, c int, symbol byte) error {
		switch symbol {
		case '.':
		case 'X':
			x |= At(r, c)
		case 'O':
			o |= At(r, c)
		default:
			return fmt.Errorf("symbol %q at %d,%d (allowed: . X O)", symbol, r, c)
		}
		return nil
	})
	return x, o, err
}

func format(s *State) string {
	return game.FormatRows(Size, Size, s.symbol) + " " + [2]string{"x", "o"}[s.Turn()]
}

func (s *State) symbol(r, c int) byte {
	switch p := At(r, c); {
	case s.X()&p != 0:
		return 'X'
	case s.O()&p != 0:
		return 'O'
	}
	return '.'
}

func parseMove(_ *State, text string) (game.Move, error) {
	if len(text) == 3 && text[1] == ',' && inside(text[0]) && inside(text[2]) {
		return moveTo(Size*int(text[0]-'0') + int(text[2]-'0')), nil
	}
	return 0, fmt.Errorf("tictactoe: move %q (expected: row,column with both in 0..2)", text)
}

func inside(digit byte) bool { return digit >= '0' && digit < '0'+Size }

func formatMove(_ *State, m game.Move) string {
	return string([]byte{'0' + byte(m.To()/Size), ',', '0' + byte(m.To()%Size)})
}

// draw is the board with its coordinates, and a line on how the game stands.
func draw(s *State) string {
	board := "  0 1 2\n" + game.DrawRows(Size, Size, game.Digit, s.symbol)
	switch s.Outcome().Result {
	case game.FirstWins:
		return board + "X has won\n"
	case game.SecondWins:
		return board + "O has won\n"
	case game.Draw:
		return board + "a draw\n"
	}
	return board + [2]string{"X", "O"}[s.Turn()] + " to move\n"
}
