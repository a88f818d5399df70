package checkers

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// The notation of a position:
//
//	rows side [quiet]
//
// rows are eight groups of `.bBwW` split by slashes from rank 8 down (capitals
// are kings); side is b or w; quiet counts the plies since the last capture or
// crowning, and is left out when it is 0.

func parseFields(fields []string) (Setup, error) {
	if len(fields) != 2 && len(fields) != 3 {
		return Setup{}, fmt.Errorf("fields: %d (expected: 8 rows, b or w, and perhaps the plies since a capture or crowning)", len(fields))
	}
	set, err := ParseRows(fields[0])
	if err != nil {
		return set, err
	}
	switch fields[1] {
	case "b":
		set.Turn = game.First
	case "w":
		set.Turn = game.Second
	default:
		return set, fmt.Errorf("side to move %q (allowed: b, w)", fields[1])
	}
	if len(fields) == 3 {
		n, err := strconv.Atoi(fields[2])
		if err != nil || n < 0 || n > QuietLimit || fields[2][0] == '+' {
			return set, fmt.Errorf("plies since a capture or crowning %q (allowed: 0..%d)", fields[2], QuietLimit)
		}
		set.Quiet = n
	}
	return set, nil
}

// ParseRows reads the pieces of eight rows of `.bBwW` split by slashes.
func ParseRows(text string) (set Setup, err error) {
	err = game.ParseRows(text, Size, ".bBwW", func(r, c int, symbol byte) error {
		if set.Put(r, c, symbol) {
			return nil
		}
		allowed := ". b B w W"
		if At(r, c) == 0 {
			allowed = ". on a light square"
		}
		return fmt.Errorf("symbol %q on %s (allowed: %s)", symbol, cell(r, c), allowed)
	})
	return set, err
}

// FormatRows is the inverse of ParseRows.
func FormatRows(s *State) string { return game.FormatRows(Size, Size, s.Symbol) }

func format(s *State) string {
	text := FormatRows(s) + " " + "bw"[s.turn:s.turn+1]
	if s.quiet > 0 {
		text += " " + strconv.Itoa(int(s.quiet))
	}
	return text
}

var errMove = errors.New("expected: E c3 b4, or J f6 d4;J d4 f2 with as many jumps as it takes")

// parseMove reads the steps and jumps of a move; whether they are legal is
// another matter.
func parseMove(_ *State, text string) (game.Move, error) {
	var m game.Move
	parts := strings.Split(text, ";")
	for i, part := range parts {
		if len(part) != len("E c3 b4") || part[1] != ' ' || part[4] != ' ' {
			return 0, fmt.Errorf("checkers: move %q: %w", text, errMove)
		}
		from, err := ParseSquare(part[2:4])
		to, err2 := ParseSquare(part[5:])
		switch {
		case err != nil || err2 != nil:
			err = cmp.Or(err, err2)
		case part[0] == 'E' && len(parts) == 1:
			return game.NewMove(from, to), nil
		case part[0] != 'J' || i > 0 && from != m.To():
			err = errMove
		default:
			m, err = AddJump(m, from, to)
		}
		if err != nil {
			return 0, fmt.Errorf("checkers: move %q: %w", text, err)
		}
	}
	return m, nil
}

func formatMove(_ *State, m game.Move) string {
	if Jumps(m) == 0 {
		return "E " + Name(m.From()) + " " + Name(m.To())
	}
	var b strings.Builder
	at := m.From()
	for i := range Jumps(m) {
		if i > 0 {
			b.WriteByte(';')
		}
		to := Landing(m, at, i)
		b.WriteString("J " + Name(at) + " " + Name(to))
		at = to
	}
	return b.String()
}

// ParseSquare reads the name of a dark square, as a1.
func ParseSquare(text string) (int, error) {
	if len(text) == 2 {
		if square, ok := Square(int('8')-int(text[1]), int(text[0])-int('a')); ok {
			return square, nil
		}
	}
	return 0, fmt.Errorf("%q is no dark square (a1 is one)", text)
}

// draw shows the board with the names of its rows and columns.
func draw(s *State) string {
	return game.DrawRows(Size, Size, func(r int) byte { return '8' - byte(r) }, s.Symbol) + "  a b c d e f g h\n"
}
