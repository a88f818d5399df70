package halma

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// The notation of a position is "rows side": 16 groups of `.BW` split by
// slashes from the top, or "start", then b or w for the side to move. "start"
// alone is with Black to move; "b" and "w" alone are from the start, too.

const start = "start"

func parseFields(v Variant, fields []string) (State, error) {
	if len(fields) != 2 {
		return State{}, fmt.Errorf("fields: %d (expected: rows, b or w)", len(fields))
	}
	black, white, err := camps[game.First], camps[game.Second], error(nil)
	if fields[0] != start {
		black, white, err = parseRows(fields[0])
	}
	if err != nil {
		return State{}, err
	}
	turn := game.First
	switch fields[1] {
	case "b":
	case "w":
		turn = game.Second
	default:
		return State{}, fmt.Errorf("side to move %q (allowed: b, w)", fields[1])
	}
	return New(black, white, turn, v)
}

func parseRows(text string) (black, white Board, err error) {
	err = game.ParseRows(text, Size, ".BW", func(y, x int, symbol byte) error {
		switch symbol {
		case '.':
		case 'B':
			black.Set(Size*y + x)
		case 'W':
			white.Set(Size*y + x)
		default:
			return fmt.Errorf("symbol %q at %d,%d (allowed: . B W)", symbol, x, y)
		}
		return nil
	})
	return black, white, err
}

func format(s *State) string {
	rows := game.FormatRows(Size, Size, func(y, x int) byte { return s.symbol(Size*y + x) })
	return rows + " " + [2]string{"b", "w"}[s.turn]
}

func (s *State) symbol(square int) byte {
	black, white := s.Pieces(game.First), s.Pieces(game.Second)
	switch {
	case black.Has(square):
		return 'B'
	case white.Has(square):
		return 'W'
	}
	return '.'
}

// The notation of a move is "E x,y x,y" for a step and "J x,y x,y" for each
// jump of a chain, split by semicolons.

var errMove = errors.New("expected: E x,y x,y or J x,y x,y;J x,y x,y;... with both in 0..15")

// parseMove reads a move and walks its chain: any chain that the pieces allow
// will do, the shortest or not.
func parseMove(s *State, text string) (game.Move, error) {
	m, err := s.parseParts(strings.Split(text, ";"))
	if err != nil {
		return 0, fmt.Errorf("halma: move %q: %w", text, err)
	}
	return m, nil
}

func (s *State) parseParts(parts []string) (game.Move, error) {
	route := make([]int, 0, len(parts)+1)
	for i, part := range parts {
		from, to, kind, err := parsePart(part)
		switch {
		case err != nil:
			return 0, err
		case kind == "E" && len(parts) > 1:
			return 0, errors.New("a step stands alone")
		case kind == "E" && !Adjacent(from, to):
			return 0, errors.New("a step (E) goes to a square next to the piece")
		case kind == "J" && Adjacent(from, to):
			return 0, errors.New("a jump (J) does not go to a square next to the piece")
		case i > 0 && from != route[i]:
			return 0, fmt.Errorf("jump %d does not begin where the one before it ended", i+1)
		case i == 0:
			route = append(route, from)
		}
		route = append(route, to)
	}
	return s.Follow(route)
}

func parsePart(text string) (from, to int, kind string, err error) {
	fields := strings.Split(text, " ")
	if len(fields) != 3 || fields[0] != "E" && fields[0] != "J" {
		return 0, 0, "", errMove
	}
	from, ok := ParseSquare(fields[1])
	to, there := ParseSquare(fields[2])
	if !ok || !there {
		return 0, 0, "", errMove
	}
	return from, to, fields[0], nil
}

// ParseSquare reads "x,y" without signs, blanks or leading zeros.
func ParseSquare(text string) (int, bool) {
	left, right, found := strings.Cut(text, ",")
	x, ok := parseCoordinate(left)
	y, there := parseCoordinate(right)
	return Size*y + x, found && ok && there
}

func parseCoordinate(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < Size && text == strconv.Itoa(n)
}

// FormatSquare is the inverse of ParseSquare.
func FormatSquare(square int) string {
	return strconv.Itoa(square%Size) + "," + strconv.Itoa(square/Size)
}

// formatMove writes a move with a shortest chain; one that no chain leads to is
// written as a single jump.
func formatMove(s *State, m game.Move) string {
	route := s.Route(m, make([]int, 0, 8))
	if len(route) == 0 {
		route = append(route, m.From()&0xff, m.To()&0xff)
	}
	kind := "J "
	if Adjacent(route[0], route[1]) {
		kind = "E "
	}
	var b strings.Builder
	for i := 1; i < len(route); i++ {
		if i > 1 {
			b.WriteByte(';')
		}
		b.WriteString(kind + FormatSquare(route[i-1]) + " " + FormatSquare(route[i]))
	}
	return b.String()
}

// draw is the board with its coordinates and the empty squares of the camps,
// and a line on how the game stands.
func draw(s *State) string {
	var b strings.Builder
	b.WriteString("   " + strings.Repeat("  ", 10) + strings.Repeat(" 1", Size-10) + "\n   ") // the tens of the columns
	for x := range Size {
		fmt.Fprintf(&b, "%2d", x%10)
	}
	for q := range Squares {
		if q%Size == 0 {
			fmt.Fprintf(&b, "\n%2d ", q/Size)
		}
		symbol := s.symbol(q)
		if symbol == '.' && (camps[0].Has(q) || camps[1].Has(q)) {
			symbol = ':'
		}
		b.WriteByte(' ')
		b.WriteByte(symbol)
	}
	names := [2]string{"Black (B)", "White (W)"}
	if o := s.Outcome(); o.Over() {
		fmt.Fprintf(&b, "\n%s has won\n", names[s.turn^1])
		return b.String()
	}
	fmt.Fprintf(&b, "\n%s to move\n", names[s.turn])
	return b.String()
}
