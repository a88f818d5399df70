package tournament

import (
	"errors"
	"fmt"
	"path/filepath"

	"evolab/arena"
	"evolab/internal/files"
	"evolab/internal/sums"
)

// log is the journal of a tournament's games.
type log struct {
	*files.Journal
	found map[int]found // by game, what was played before
	path  string
}

type found struct {
	line arena.Line
	at   int // the journal's line, from 1
}

// openLog opens the journal and reads the games in it.
func openLog(folder string) (*log, error) {
	path := filepath.Join(folder, JournalFile)
	if err := sums.Require(folder, func(name string) bool { return name == JournalFile }); err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	var lines []arena.Line
	journal, texts, err := files.OpenJournal(path, func(text []byte) bool {
		line, err := arena.ParseLine(text)
		lines = append(lines, line)
		return err == nil && line.Reason != arena.Unfinished // no tournament leaves such a game
	})
	if err != nil {
		return nil, fmt.Errorf("tournament: %w", err)
	}
	l := &log{journal, map[int]found{}, path}
	for i := range texts {
		if twice, ok := l.found[lines[i].Game]; ok {
			err := fmt.Errorf("tournament: %s:%d: game %d is there twice, first in line %d", path, i+1, lines[i].Game, twice.at)
			return nil, errors.Join(err, journal.Close())
		}
		l.found[lines[i].Game] = found{lines[i], i + 1}
	}
	if err := sealed(journal, folder); err != nil {
		return nil, errors.Join(fmt.Errorf("tournament: %w", err), journal.Close())
	}
	return l, nil
}

// sealed writes checksums of a journal's lines, those that it already has
// included.
func sealed(journal *files.Journal, folder string) error {
	covered, err := sums.End(folder, JournalFile)
	if err != nil {
		return err
	}
	return journal.OnSync(covered, func(from int64, lines []byte) error {
		return sums.Write(folder, sums.Added(JournalFile, from, lines))
	})
}

// take returns the record of a game, nil if it has not been played. A game that
// differs from the schedule's is an error.
func (l *log) take(want arena.Line) (*arena.Line, error) {
	have, ok := l.found[want.Game]
	if !ok {
		return nil, nil
	}
	got := have.line
	if got.Round != want.Round || got.Pair != want.Pair || got.Seed != want.Seed || got.Opening != want.Opening || got.First != want.First || got.Second != want.Second {
		return nil, fmt.Errorf("tournament: %s:%d: game %d is not the one of this tournament", l.path, have.at, want.Game)
	}
	return &got, nil
}

// strangers fails if the journal holds a game that does not belong to the
// tournament.
func (l *log) strangers(games int) error {
	for game, f := range l.found {
		if game >= games {
			return fmt.Errorf("tournament: %s:%d: game %d is not the one of this tournament", l.path, f.at, game)
		}
	}
	return nil
}

// record turns a line into a record. Equal games get equal keys whether they were
// just played or read.
func record(line *arena.Line) *arena.Record {
	return &arena.Record{
		Job: line.Game, Result: line.Result(), Reason: line.Reason, Plies: line.Plies, Line: line.Key(), CPU: line.CPU, Failure: line.Detail,
	}
}
