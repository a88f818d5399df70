package event

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"evolab/arena"
	"evolab/internal/files"
)

// journal is the file of an event's games.
type journal struct{ *files.Journal }

// Open begins an event whose games are kept in a journal, or goes on with the
// one that the journal holds. Close it.
func Open(plan Plan, path string) (*Event, error) {
	e, err := New(plan)
	if err != nil {
		return nil, err
	}
	var lines []arena.Line
	file, texts, err := files.OpenJournal(path, func(text []byte) bool {
		line, err := arena.ParseLine(text)
		lines = append(lines, line)
		return err == nil && !line.Open() // every game of an event has a result
	})
	if err != nil {
		return nil, fmt.Errorf("event: %w", err)
	}
	lines = lines[:len(texts)]
	// The final's games follow from the others, which may end in any order.
	slices.SortStableFunc(lines, func(a, b arena.Line) int { return cmp.Compare(a.Game, b.Game) })
	for _, line := range lines {
		if err := e.enter(line); err != nil {
			return nil, errors.Join(fmt.Errorf("event: %s: %w", path, err), file.Close())
		}
	}
	e.journal = &journal{file}
	return e, nil
}

func (j *journal) write(line *arena.Line) error {
	text, err := line.Append(nil)
	if err != nil {
		return err
	}
	return j.Append(text)
}

// Close waits until the journal is on the disk.
func (e *Event) Close() error {
	if e.journal == nil {
		return nil
	}
	return e.journal.Close()
}
