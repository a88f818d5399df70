package proof

import (
	"bufio"
	"fmt"
	"strings"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search/littlego"
)

// Hints are moves that may win. A proof tries them first; wrong ones cost time
// and nothing else.
type Hints map[littlego.Key]littlego.Record

func (h Hints) move(s *rules.State) (game.Move, bool) {
	r, known := h[littlego.KeyOf(s)]
	if !known {
		return game.NoMove, false
	}
	m := r.Move(s)
	return m, m != game.NoMove
}

// ParseHints reads a book, or lines of six fields: rows, side to move, plies
// played, the point that ko forbids or -, 1 after a pass or 0, and the move.
// Lines that begin with # are comments.
func ParseHints(text string) (Hints, error) {
	hints := Hints{}
	if strings.HasPrefix(text, "evolab littlego book") {
		b, err := littlego.ParseBook(text)
		if err != nil {
			return nil, err
		}
		for i := range b.Len() {
			if r := b.Record(i); r.Won() {
				hints[r.Key()] = r
			}
		}
		return hints, nil
	}
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		r, err := parseHint(strings.Fields(line))
		if err != nil {
			return nil, fmt.Errorf("proof: hints, line %d: %w", n, err)
		}
		hints[r.Key()] = r
	}
	return hints, lines.Err()
}

func parseHint(f []string) (littlego.Record, error) {
	if len(f) != 6 {
		return littlego.Record{}, fmt.Errorf("%d fields (expected: rows, b or w, plies, ko point or -, 1 or 0, move)", len(f))
	}
	if f[4] != "0" && f[4] != "1" {
		return littlego.Record{}, fmt.Errorf("field 5 is %q (allowed: 1 after a pass, 0)", f[4])
	}
	before := "-"
	if f[4] == "1" {
		before = f[0]
	}
	all := rules.Rules()
	s, err := all.Parse("", strings.Join([]string{f[0], f[1], f[2], before}, " "))
	if err != nil {
		return littlego.Record{}, err
	}
	r := littlego.Record{}
	m, err := all.ParseMove(&s, f[5])
	if err != nil {
		return r, err
	}
	ko := game.NoMove
	if f[3] != "-" {
		if ko, err = all.ParseMove(&s, f[3]); err != nil || ko == rules.Pass {
			return r, fmt.Errorf("ko point %q (expected: row,column or -)", f[3])
		}
	}
	return littlego.RecordedKo(&s, ko, m), nil
}
