package lab

import (
	"bytes"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/files"
)

// gameRecord is a game of a file, and its place there.
type gameRecord struct {
	arena.Line
	place   string     // "game 3" or "line 3, game 2"
	game    agent.Game // set by settle
	variant string
}

// readRecords reads the games of a file, counted from 1: in the notation that
// its name ends in, or that it begins like. The notation is nil for JSON lines.
func readRecords(path string) ([]gameRecord, *notation, error) {
	const recordsHint = "FILE holds games: JSON lines of --games-out, SGF of a 5x5 board, or PDN of English draughts"
	data, err := files.Read(path, 1<<30)
	if err != nil {
		return nil, nil, badInput(fmt.Errorf("evolve: %w", err), recordsHint)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	text := bytes.TrimSpace(data)
	if len(text) == 0 {
		return nil, nil, badInput(fmt.Errorf("evolve: %s is empty", path), recordsHint)
	}
	n := recognize(path, text)
	if n == nil {
		list, err := readLines(path, data)
		return list, nil, err
	}
	lines, err := n.parse(data)
	if err != nil {
		return nil, nil, misread(path, fmt.Errorf("evolve: %s: %w", path, err), recordsHint, gamesKind)
	}
	list := make([]gameRecord, len(lines))
	for i, line := range lines {
		list[i] = gameRecord{Line: line, place: fmt.Sprintf("game %d", i+1)}
	}
	return list, n, nil
}

// check replays the game of a file.
func (r *gameRecord) check(path string) error {
	_, err := replay(r.game, r.variant, &r.Line, nil)
	if err == nil {
		return nil
	}
	hint := ""
	if r.GameName == "" {
		hint = "a record of another game or variant? --game G --variant V"
	}
	return badInput(fmt.Errorf("evolve: %s, %s: %w", path, r.place, err), hint)
}

func justLines(list []gameRecord) []arena.Line {
	lines := make([]arena.Line, len(list))
	for i := range list {
		lines[i] = list[i].Line
	}
	return lines
}

// recognize returns the notation of a file, nil for JSON lines. An unknown file is
// taken for the first notation, whose error says what is missing.
func recognize(path string, text []byte) *notation {
	if n := notationOf(path); n != nil {
		return n
	}
	if text[0] == '{' {
		return nil
	}
	all := notations()
	for i := range all {
		if bytes.IndexByte([]byte(all[i].begin), text[0]) >= 0 {
			return &all[i]
		}
	}
	return &all[0]
}

func readLines(path string, data []byte) ([]gameRecord, error) {
	var list []gameRecord
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, badInput(fmt.Errorf("evolve: %s, line %d: %w", path, i+1, err), "a line holds one game, as --games-out writes it")
		}
		list = append(list, gameRecord{Line: line, place: fmt.Sprintf("line %d, game %d", i+1, len(list)+1)})
	}
	return list, nil
}

// settle finds the game of each record. The file names it, except in old lines;
// flags that contradict it are refused.
func (f *showGameFlags) settle(path string, list []gameRecord, from, to *notation) error {
	fallback := f.gameFlags
	switch {
	case f.gameNamed:
	case from != nil:
		fallback.game = from.game
	case to != nil:
		fallback.game = to.game
	default:
		fallback.game = defaultGame
	}
	for i := range list {
		if err := f.settleOne(&list[i], fallback); err != nil {
			return badInput(fmt.Errorf("evolve: %s, %s: %w", path, list[i].place, err), "leave out --game and --variant: the file says what it holds")
		}
		for _, n := range []*notation{from, to} {
			if n == nil {
				continue
			}
			if err := n.check(list[i].game); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *showGameFlags) settleOne(r *gameRecord, want gameFlags) error {
	if r.GameName != "" {
		if f.gameNamed && want.game != r.GameName {
			return fmt.Errorf("a game of %s, not of %s", printable(r.GameName), want.game)
		}
		want.game = r.GameName
	}
	g, err := f.games.Find(want.game)
	if err != nil {
		return err
	}
	info := g.Info()
	r.game, r.variant = g, info.Variant(want.variant)
	if r.Line.Variant == "" {
		return nil
	}
	if f.variantNamed && r.variant != r.Line.Variant {
		return fmt.Errorf("a game of the variant %s, not of %s", printable(r.Line.Variant), r.variant)
	}
	r.variant = r.Line.Variant
	return nil
}
