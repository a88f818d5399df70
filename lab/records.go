package lab

import (
	"bytes"
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/internal/files"
	"evolab/internal/untrusted"
)

// readRecords reads the games of a file.
func readRecords(path string) ([]record.Entry, *record.Notation, error) {
	const recordsHint = "FILE holds games: JSON lines of --games-out, SGF of a 5x5 board, or PDN of English draughts"
	data, err := files.Read(path, 1<<30)
	if err != nil {
		return nil, nil, badInput(fmt.Errorf("evolve: %w", err), recordsHint)
	}
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil, badInput(fmt.Errorf("evolve: %s is empty", path), recordsHint)
	}
	list, n, err := record.Parse(path, data)
	var line *record.LineError
	switch {
	case errors.As(err, &line):
		return nil, nil, badInput(fmt.Errorf("evolve: %s, %w", path, err), "a line holds one game, as --games-out writes it")
	case err != nil:
		return nil, nil, misread(path, fmt.Errorf("evolve: %s: %w", path, err), recordsHint, gamesKind)
	}
	return list, n, nil
}

// checkRecord replays the game of a file.
func checkRecord(path string, r *record.Entry) error {
	b, err := r.Line.Start(r.Game, r.Variant)
	if err == nil {
		err = arena.Replay(b, r.Line.Moves, nil)
	}
	if err == nil {
		return nil
	}
	hint := "its moves have to be legal one after another; evolve legal lists those of a position"
	if r.Line.GameName == "" {
		hint = "a record of another game or variant? --game G --variant V"
	}
	return badInput(fmt.Errorf("evolve: %s, %s: %w", path, r.Place, err), hint)
}

// checkNotation refuses the records of another game than a notation's.
func checkNotation(n *record.Notation, g agent.Game) error {
	if err := n.Check(g); err != nil {
		return badInput(fmt.Errorf("evolve: %w", err), "JSON lines keep any game")
	}
	return nil
}

// recordFlags say which game a file holds that does not say it itself.
type recordFlags struct {
	gameFlags
	gameNamed, variantNamed bool
}

// findGames finds the game of each record. The file names it, except in old lines;
// flags that contradict it are refused.
func (f *recordFlags) findGames(path string, list []record.Entry, from, to *record.Notation) error {
	fallback := f.gameFlags
	switch {
	case f.gameNamed:
	case from != nil:
		fallback.game = from.Game
	case to != nil:
		fallback.game = to.Game
	default:
		fallback.game = defaultGame
	}
	for i := range list {
		if err := f.findGameOf(&list[i], fallback); err != nil {
			return badInput(fmt.Errorf("evolve: %s, %s: %w", path, list[i].Place, err), "leave out --game and --variant: the file says what it holds")
		}
		for _, n := range []*record.Notation{from, to} {
			if n == nil {
				continue
			}
			if err := checkNotation(n, list[i].Game); err != nil {
				return err
			}
		}
	}
	return nil
}

func (f *recordFlags) findGameOf(r *record.Entry, want gameFlags) error {
	if r.Line.GameName != "" {
		if f.gameNamed && want.game != r.Line.GameName {
			return fmt.Errorf("a game of %s, not of %s", untrusted.Printable(r.Line.GameName), want.game)
		}
		want.game = r.Line.GameName
	}
	g, err := f.games.Find(want.game)
	if err != nil {
		return err
	}
	info := g.Info()
	r.Game, r.Variant = g, info.Variant(want.variant)
	if r.Line.Variant == "" {
		return nil
	}
	if f.variantNamed && r.Variant != r.Line.Variant {
		return fmt.Errorf("a game of the variant %s, not of %s", untrusted.Printable(r.Line.Variant), r.Variant)
	}
	r.Variant = r.Line.Variant
	return nil
}

// gamesOutDoc describes --games-out.
const gamesOutDoc = "file for the games, one JSON line per game (or SGF or PDN, if its name ends in .sgf or .pdn)"

// checkGamesOut checks, before the games, that they can be written to a file.
func checkGamesOut(path string, g agent.Game) error {
	if path == "" {
		return nil
	}
	if n := record.NotationOf(path); n != nil {
		if err := checkNotation(n, g); err != nil {
			return err
		}
	}
	if err := creatable("--games-out", path); err != nil {
		return err
	}
	if head := firstBytes(path); len(head) > 0 && !record.Begins(path, head) {
		return badInput(fmt.Errorf("evolve: --games-out %q holds something else than games; it is left as it is", path), "name a new file, or one of games")
	}
	return nil
}

// saveGames writes records in the format that the file's name ends in. An old file stays
// until the new one is complete.
func saveGames(path string, g agent.Game, lines []arena.Line) error {
	text, err := record.Format(path, g, lines)
	if err == nil {
		err = files.Replace(path, text)
	}
	if err != nil {
		return fmt.Errorf("evolve: --games-out: %w", err)
	}
	return nil
}

// endText describes the result of a record.
func endText(l *arena.Line) string {
	text := "result not known"
	switch {
	case l.Winner == "":
	case l.Reason == arena.Unfinished:
		return "not finished"
	case l.Void():
		text = "nobody wins"
	case l.Winner == arena.DrawName:
		text = "draw"
	default:
		text = untrusted.Printable(l.Winner) + " wins"
	}
	if l.Reason != "" {
		text += " (" + untrusted.Printable(l.Reason) + ")"
	}
	return text
}
