package lab

import (
	"bytes"
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/record"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/internal/wording"
	"evolab/lab/term"
)

const recordsHint = "FILE holds games: JSON lines of --games-out, SGF of a 5x5 board, or PDN of English draughts"

// readRecords reads the games of a file, of which at least one can be read.
func readRecords(path string) ([]record.Entry, *record.Notation, error) {
	data, err := files.ReadArgument(path, 1<<30)
	if err != nil {
		return nil, nil, badInput(err, recordsHint)
	}
	if len(bytes.TrimSpace(data)) == 0 {
		return nil, nil, badInput(fmt.Errorf("%s is empty", path), recordsHint)
	}
	list, n, err := record.Parse(path, data)
	if err != nil {
		return nil, nil, misread(path, placed(path, err), recordsHint, gamesKind)
	}
	return list, n, nil
}

// placed is an error of a file, or of a place in it.
func placed(path string, err error) error {
	if at := new(record.PlaceError); errors.As(err, &at) {
		return fmt.Errorf("%s, %w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// check finds the game of each record and plays its moves; what is wrong is its error.
func (f *recordFlags) check(list []record.Entry, from, to *record.Notation) {
	for i := range list {
		if e := &list[i]; e.Err == nil {
			e.Err = f.checkOne(e, from, to)
		}
	}
}

func (f *recordFlags) checkOne(e *record.Entry, from, to *record.Notation) error {
	if err := f.findGame(e, from, to); err != nil {
		return badInput(err, "leave out --game and --variant: the file says what it holds")
	}
	for _, n := range []*record.Notation{from, to} {
		if n == nil {
			continue
		}
		if err := checkNotation(n, e.Game); err != nil {
			return err
		}
	}
	hint := "its moves have to be legal one after another; evolve legal lists those of a position"
	if e.Line.GameName == "" && from == nil {
		hint = "a record of another game or variant? --game G --variant V"
	}
	return badInput(e.Check(), hint)
}

// readable returns the games of a file that can be read, or the one of that number, and
// says which cannot. If none can, or not the one that was asked for, that is an error.
func (a *app) readable(path string, list []record.Entry, number int) (good []record.Entry, err error) {
	if number > len(list) {
		return nil, badInput(fmt.Errorf("--game-number %d, but %s has %s", number, path, quantity.Of(len(list), "game")), "games are counted from 1; without --game-number all are listed")
	}
	var bad []error
	for i := range list {
		e := &list[i]
		switch {
		case e.Err != nil && e.Number == number:
			return nil, &exitError{exitFailed, placed(path, &record.PlaceError{Place: e.Place, Err: e.Err}), hintOf(e.Err)}
		case e.Err != nil:
			bad = append(bad, &record.PlaceError{Place: e.Place, Err: e.Err})
		case number == 0 || e.Number == number:
			good = append(good, *e)
		}
	}
	if len(good) == 0 {
		return nil, badInput(placed(path, bad[0]), hintOf(bad[0]))
	}
	a.warnOfUnread(path, bad, len(list))
	a.noteDialects(path, good)
	return good, nil
}

func (a *app) warnOfUnread(path string, bad []error, all int) {
	const most = 10
	if len(bad) == 0 {
		return
	}
	for _, err := range bad[:min(len(bad), most)] {
		fmt.Fprintf(a.err, "warning: %s, %s\n", term.OneLine(path), term.OneLine(wording.Of(err)))
	}
	if more := len(bad) - most; more > 0 {
		fmt.Fprintf(a.err, "warning: the same goes for %d more\n", more)
	}
	fmt.Fprintf(a.err, "warning: %d of %s in %s %s left out\n", len(bad), quantity.Of(all, "game"), term.OneLine(path), quantity.Verb(len(bad), "is", "are"))
}

// noteDialects says what is unusual in the notation of a game, or in how many games
// something is.
func (a *app) noteDialects(path string, list []record.Entry) {
	unusual := 0
	for i := range list {
		if len(list[i].Notes) > 0 {
			unusual++
		}
	}
	if len(list) > 1 && unusual > 0 {
		a.remark("note: %s in %s %s something unusual in the notation; --game-number N says what\n", quantity.Of(unusual, "game"), term.OneLine(path), quantity.Verb(unusual, "has", "have"))
		return
	}
	for _, text := range list[0].Notes {
		a.remark("note: %s, %s: %s\n", term.OneLine(path), list[0].Place, term.OneLine(text))
	}
}

// checkNotation refuses the records of another game than a notation's.
func checkNotation(n *record.Notation, g agent.Game) error {
	if err := n.Check(g); err != nil {
		return badInput(err, "JSON lines keep any game")
	}
	return nil
}

// recordFlags say which game a file holds that does not say it itself.
type recordFlags struct {
	gameFlags
	gameNamed, variantNamed bool
}

// findGame finds the game of a record. The file names it, except in old lines; flags that
// contradict it are refused.
func (f *recordFlags) findGame(e *record.Entry, from, to *record.Notation) error {
	want := f.gameFlags
	switch {
	case e.Line.GameName != "":
		if f.gameNamed && want.game != e.Line.GameName {
			return fmt.Errorf("a game of %s, not of %s", untrusted.Printable(e.Line.GameName), want.game)
		}
		want.game = e.Line.GameName
	case f.gameNamed:
	case from != nil:
		want.game = from.Game
	case to != nil:
		want.game = to.Game
	default:
		want.game = defaultGame
	}
	g, err := f.games.Find(want.game)
	if err != nil {
		return err
	}
	info := g.Info()
	e.Game, e.Variant = g, info.Variant(want.variant)
	if e.Line.Variant == "" {
		return nil
	}
	if f.variantNamed && e.Variant != e.Line.Variant {
		return fmt.Errorf("a game of the variant %s, not of %s", untrusted.Printable(e.Line.Variant), e.Variant)
	}
	e.Variant = e.Line.Variant
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
		return badInput(fmt.Errorf("--games-out %q holds something else than games; it is left as it is", path), "name a new file, or one of games")
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
		return fmt.Errorf("--games-out: %w", err)
	}
	return nil
}

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
