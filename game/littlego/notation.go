package littlego

import (
	"fmt"
	"strconv"
	"strings"

	"evolab/game"
)

// The notation of a position:
//
//	rows side ply previous [end]
//
// rows are five groups of `.XO` split by slashes from the top (X is Black);
// side is b or w; ply counts the plies played; previous is the board before
// the last move, or - if that does not matter; end marks a game that passes
// have ended.

func parseFields(fields []string) (Setup, error) {
	var set Setup
	if len(fields) != 4 && len(fields) != 5 {
		return set, fmt.Errorf("fields: %d (expected: rows, b or w, ply, previous rows or -, and perhaps end)", len(fields))
	}
	var err error
	if set.Black, set.White, err = ParseRows(fields[0]); err != nil {
		return set, err
	}
	if set.Ply, err = parsePly(fields[1], fields[2]); err != nil {
		return set, err
	}
	if set.Known = fields[3] != "-"; set.Known {
		if set.PrevBlack, set.PrevWhite, err = ParseRows(fields[3]); err != nil {
			return set, fmt.Errorf("previous board: %w", err)
		}
	}
	if set.Ended = len(fields) == 5; set.Ended && fields[4] != "end" {
		return set, fmt.Errorf("last field %q (allowed: end)", fields[4])
	}
	return set, nil
}

func parsePly(side, number string) (int, error) {
	ply, err := strconv.Atoi(number)
	if err != nil || ply < 0 || ply > LastPly || number[0] == '+' {
		return 0, fmt.Errorf("plies played %q (allowed: 0..%d)", number, LastPly)
	}
	want := [2]string{"b", "w"}[ply&1]
	if side != "b" && side != "w" {
		return 0, fmt.Errorf("side to move %q (allowed: b, w)", side)
	}
	if side != want {
		return 0, fmt.Errorf("side to move %q at ply %d (expected: %s)", side, ply, want)
	}
	return ply, nil
}

// ParseRows reads five rows of `.XO` split by slashes.
func ParseRows(text string) (black, white Board, err error) {
	err = game.ParseRows(text, Size, ".XO", func(r, c int, symbol byte) error {
		switch symbol {
		case '.':
		case 'X':
			black |= At(r, c)
		case 'O':
			white |= At(r, c)
		default:
			return fmt.Errorf("symbol %q at %d,%d (allowed: . X O)", symbol, r, c)
		}
		return nil
	})
	return black, white, err
}

// FormatRows is the inverse of ParseRows.
func FormatRows(black, white Board) string {
	return game.FormatRows(Size, Size, func(r, c int) byte { return symbol(black, white, At(r, c)) })
}

func symbol(black, white, p Board) byte {
	switch {
	case black&p != 0:
		return 'X'
	case white&p != 0:
		return 'O'
	}
	return '.'
}

func format(s *State) string {
	text := FormatRows(s.Black(), s.White()) + " " + "bw"[s.ply&1:s.ply&1+1] + " " + strconv.Itoa(int(s.ply))
	if black, white, known := s.Previous(); known {
		text += " " + FormatRows(black, white)
	} else {
		text += " -"
	}
	if s.flags&ended != 0 {
		text += " end"
	}
	return text
}

func parseMove(_ *State, text string) (game.Move, error) {
	if text == "PASS" {
		return Pass, nil
	}
	if len(text) == 3 && text[1] == ',' && inside(text[0]) && inside(text[2]) {
		return game.Move(Stride*int(text[0]-'0')+int(text[2]-'0')) << 16, nil
	}
	return 0, fmt.Errorf("littlego: move %q (expected: row,column with both in 0..4, or PASS)", text)
}

func inside(digit byte) bool { return digit >= '0' && digit < '0'+Size }

func formatMove(_ *State, m game.Move) string {
	if m == Pass {
		return "PASS"
	}
	p := m.To()
	return string([]byte{'0' + byte(p/Stride), ',', '0' + byte(p%Stride)})
}

// draw is the board with its coordinates, and a line on who is to move.
func draw(s *State) string {
	var b strings.Builder
	b.WriteString("  0 1 2 3 4\n")
	b.WriteString(game.DrawRows(Size, Size, game.Digit, func(r, c int) byte { return symbol(s.Black(), s.White(), At(r, c)) }))
	lead := float64(s.Margin()) / 2
	played := "ply %d of %d"
	if s.ply > LastPly { // in a record that goes on
		played = "ply %d (a game has %d)"
	}
	fmt.Fprintf(&b, played+", %s to move, Black %+.1f", s.ply, LastPly, [2]string{"Black (X)", "White (O)"}[s.ply&1], lead)
	if s.Ko() != 0 {
		fmt.Fprintf(&b, ", ko at %s", formatMove(s, game.Move(s.ko)<<16))
	}
	b.WriteByte('\n')
	return b.String()
}
