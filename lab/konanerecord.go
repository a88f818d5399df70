package lab

import (
	"fmt"

	"evolab/arena"
	"evolab/internal/files"
)

// konaneRecords is the file of the games that were played, or judged, over the
// network. It only grows, so that show-game has all of them.
type konaneRecords struct {
	journal *files.Journal // nil: no records
	games   int
	err     error // the first one
}

const konaneGamesDoc = `file to append every game to, as a JSON line for show-game ("": none)`

// openKonaneRecords opens the file. If it was not named and cannot be opened, the
// games are played with a warning.
func (a *app) openKonaneRecords(path string, named bool) (*konaneRecords, error) {
	if path == "" {
		return &konaneRecords{}, nil
	}
	journal, lines, err := files.OpenJournal(path, func(text []byte) bool {
		_, err := arena.ParseLine(text)
		return err == nil
	})
	switch {
	case err == nil:
		return &konaneRecords{journal: journal, games: len(lines)}, nil
	case named:
		return nil, badInput(fmt.Errorf("evolve: --games-out: %w", err), "name a file of games, or a new one; --games-out \"\" records none")
	}
	fmt.Fprintf(a.err, "warning: the games are not recorded: %v\n", err)
	return &konaneRecords{}, nil
}

// add records a game under the next number of the file.
func (r *konaneRecords) add(line arena.Line) error {
	if r.journal == nil || r.err != nil {
		return r.err
	}
	r.games++
	line.Game, line.Pair = r.games, r.games
	text, err := line.Append(nil)
	if err == nil {
		err = r.journal.Append(text)
	}
	if err != nil {
		r.err = fmt.Errorf("evolve: --games-out: %w", err)
	}
	return r.err
}

func (r *konaneRecords) close() error {
	if r.journal == nil {
		return nil
	}
	return r.journal.Close()
}
