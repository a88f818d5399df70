package event

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"evolab/arena"
	"evolab/internal/files"
)

// Open begins an event whose games are kept in a journal, or continues the one in
// the journal. Close it.
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
	e.journal = file
	return e, nil
}

// Close waits until the journal is on the disk.
func (e *Event) Close() error {
	if e.journal == nil {
		return nil
	}
	return e.journal.Close()
}
