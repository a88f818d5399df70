package checkers

import (
	"errors"
	"fmt"

	"evolab/game"
	"evolab/game/checkers"
	"evolab/protocol/lines"
)

// ErrNowhere is the error of an output that is well formed, but legal on no board:
// light squares, disconnected jumps.
var ErrNowhere = errors.New("no move of any board")

// AppendOutput appends output.txt for a move: one line for a step, one for each
// jump of a capture.
func AppendOutput(dst []byte, m game.Move) []byte {
	at := m.From()
	if checkers.Jumps(m) == 0 {
		return appendLine(dst, 'E', at, m.To())
	}
	for i := 0; i < checkers.Jumps(m); i++ {
		to := checkers.Landing(m, at, i)
		dst = appendLine(dst, 'J', at, to)
		at = to
	}
	return dst
}

func appendLine(dst []byte, kind byte, from, to int) []byte {
	dst = append(dst, kind, ' ')
	dst = append(append(dst, checkers.Name(from)...), ' ')
	return append(append(dst, checkers.Name(to)...), '\n')
}

// ParseOutput reads output.txt. CRLF, blanks around the words and blank lines at the
// end are accepted. The move may be illegal: no list of legal moves has a capture
// written with E, or one that stops too early. Any error but ErrNowhere means that
// the output is malformed.
func ParseOutput(data []byte) (game.Move, error) {
	var m game.Move
	for number := 1; ; number++ {
		line, rest, _ := lines.Cut(data)
		kind, from, to, err := parseLine(line)
		if err != nil {
			return 0, fmt.Errorf("output.txt: line %d: %w", number, err)
		}
		last := lines.OnlyBlank(rest)
		if kind == 'E' && number == 1 && last {
			return game.NewMove(from, to), nil
		}
		if kind == 'E' || number > 1 && from != m.To() {
			return 0, fmt.Errorf("output.txt: line %d: %s: %w (a step stands alone, and each jump begins where the one before ended)",
				number, lines.Quote(line), ErrNowhere)
		}
		if m, err = checkers.AddJump(m, from, to); err != nil {
			return 0, fmt.Errorf("output.txt: line %d: %s: %w: %w", number, lines.Quote(line), ErrNowhere, err)
		}
		if last {
			return m, nil
		}
		data = rest
	}
}

func parseLine(line []byte) (kind byte, from, to int, err error) {
	word, rest := lines.Word(line)
	start, rest := lines.Word(rest)
	end, rest := lines.Word(rest)
	if len(word) != 1 || word[0] != 'E' && word[0] != 'J' ||
		!looksLikeSquare(start) || !looksLikeSquare(end) || !lines.OnlyBlank(rest) {
		return 0, 0, 0, fmt.Errorf("found %s (expected: E c3 b4, or J f6 d4 for each jump)", lines.Quote(line))
	}
	from, dark := checkers.Square(int('8')-int(start[1]), int(start[0])-int('a'))
	to, darkToo := checkers.Square(int('8')-int(end[1]), int(end[0])-int('a'))
	if !dark || !darkToo {
		return 0, 0, 0, fmt.Errorf("%s: %w (pieces stand on dark squares, as a1)", lines.Quote(line), ErrNowhere)
	}
	return word[0], from, to, nil
}

func looksLikeSquare(word []byte) bool {
	return len(word) == 2 && word[0] >= 'a' && word[0] <= 'z' && word[1] >= '0' && word[1] <= '9'
}
