package record

import "evolab/arena"

// File is a file of games that only grows, so that several programs of a series can add to
// it, one after the other. The zero value keeps no games.
type File struct {
	journal *arena.Journal // nil: keeps no games
	games   int
	err     error // the first one
}

// OpenFile opens a file of JSON lines, or makes one.
func OpenFile(path string) (*File, error) {
	journal, lines, err := arena.OpenJournal(path, nil)
	if err != nil {
		return nil, err
	}
	return &File{journal: journal, games: len(lines)}, nil
}

// Add adds a game under the next number of the file. After an error it adds no more.
func (f *File) Add(line arena.Line) error {
	if f.err != nil {
		return f.err
	}
	f.games++
	line.Game, line.Pair = f.games, f.games
	f.err = f.journal.Add(&line)
	return f.err
}

// Err is the first error of Add.
func (f *File) Err() error { return f.err }

// Close closes the file.
func (f *File) Close() error { return f.journal.Close() }
