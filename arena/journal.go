package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"evolab/agent"
	"evolab/internal/files"
)

// Journal is a file of games, a Line each, in the order in which they ended. After an
// interruption only the games that it does not hold are played. Only one
// process at a time can open it. A nil Journal keeps no games.
type Journal struct {
	file  *files.Journal
	mu    sync.Mutex
	lines int // of the file
}

// OpenJournal opens or creates a journal and returns its games: game i is on line i+1 of
// the file. A torn end is cut off. isWhole, unless it is nil, reports whether a journal of
// its kind can hold a game.
func OpenJournal(path string, isWhole func(*Line) bool) (*Journal, []Line, error) {
	var lines []Line
	file, _, err := files.OpenJournal(path, keepGood(&lines, isWhole))
	if err != nil {
		return nil, nil, err
	}
	return &Journal{file: file, lines: len(lines)}, lines, nil
}

// OpenJudgedJournal is OpenJournal in a folder of a record. Its games are judged, as by
// [Line.Judge]: one that cannot have ended as it says is a *files.Changed.
func OpenJudgedJournal(path string, g agent.Game, isWhole func(*Line) bool, eitherSide ...string) (*Journal, []Line, error) {
	var lines []Line
	file, _, err := files.OpenOwnJournal(path, keepGood(&lines, isWhole))
	if err != nil {
		return nil, nil, err
	}
	if err := judgeJournal(path, lines, g, eitherSide...); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return &Journal{file: file, lines: len(lines)}, lines, nil
}

// keepGood reports whether a text is a good line of a journal, and keeps those that are.
func keepGood(lines *[]Line, isWhole func(*Line) bool) func(text []byte) bool {
	return func(text []byte) bool {
		line, err := ParseLine(text)
		good := err == nil && (isWhole == nil || isWhole(&line))
		if good {
			*lines = append(*lines, line)
		}
		return good
	}
}

// Add adds a game. It is on its way to the disk when Add returns.
func (j *Journal) Add(l *Line) error {
	_, err := j.add(l)
	return err
}

// add is Add, and returns the number of the game in the file, from 0.
func (j *Journal) add(l *Line) (at int, err error) {
	if j == nil {
		return 0, nil
	}
	text, err := l.Append(nil)
	if err != nil {
		return 0, err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if err := j.file.Append(text); err != nil {
		return 0, err
	}
	j.lines++
	return j.lines - 1, nil
}

// Flush waits until everything is on the disk.
func (j *Journal) Flush() error {
	if j == nil {
		return nil
	}
	return j.file.Flush()
}

// Close waits until everything is on the disk, and returns the journal's first error.
func (j *Journal) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}

// Clear cuts off all games, before the first one is added.
func (j *Journal) Clear() error {
	j.lines = 0
	return j.file.Clear()
}

// Remove closes the journal and removes it.
func (j *Journal) Remove() error { return j.file.Remove() }

// Play plays games on a pool and adds each as soon as it has ended, as a line that the
// caller makes. Then it calls added, perhaps from several goroutines, also with the number
// of the game in the journal, from 0. An error of the journal ends the games.
func (j *Journal) Play(ctx context.Context, p Pool, r Round, jobs []Job, line func(Record) Line, added func(rec Record, l Line, at int)) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.Done = func(rec Record) {
		l := line(rec)
		at, err := j.add(&l)
		if err != nil {
			stop(err)
			return
		}
		added(rec, l, at)
	}
	_, err := p.Run(ctx, r, jobs)
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.Canceled) {
		return cause
	}
	return err
}

const maxJournal = 1 << 32 // bytes

// lineError is the error of a line of a journal.
type lineError struct {
	path string
	line int // from 1
	err  error
}

func (e *lineError) Error() string { return fmt.Sprintf("%s:%d: %v", e.path, e.line, e.err) }
func (e *lineError) Unwrap() error { return e.err }

// ReadJournal reads the games of a journal that another process may be writing: a line
// that has not been written to its end is left for later.
func ReadJournal(path string) ([]Line, error) {
	data, err := files.Read(path, maxJournal)
	if err != nil {
		return nil, err
	}
	var lines []Line
	for text := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		line, err := ParseLine(text)
		if err != nil {
			return nil, &lineError{path, len(lines) + 1, err}
		}
		lines = append(lines, line)
	}
	return lines, nil
}
