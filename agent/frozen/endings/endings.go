// Package endings holds the endings of Checkers with up to four pieces, and finds those
// with more that evolve solve --endings has made on this machine.
package endings

import (
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"evolab/internal/files"
	"evolab/search/checkers"
)

// Embedded is the number of pieces up to which endings come with the program.
const Embedded = 4

//go:embed checkers-4.bin
var embedded []byte

// Checkers is the endings that come with the program.
var Checkers = sync.OnceValue(func() *checkers.Endings {
	e, err := checkers.Parse(embedded)
	if err != nil {
		panic(err) // a test reads them
	}
	return e
})

// File is where the endings with up to so many pieces are kept.
func File(pieces int) (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "evolab", fmt.Sprintf("checkers-endings-%d.bin", pieces)), nil
}

// ErrMissing is the error of endings that nobody has made on this machine.
var ErrMissing = errors.New("not made yet")

// largest is the endings of the largest size.
var largest = sync.OnceValues(func() (*checkers.Endings, error) {
	path, err := File(checkers.Most)
	if err != nil {
		return nil, err
	}
	return read(path)
})

// read reads the endings of the largest size from their file.
func read(path string) (*checkers.Endings, error) {
	const most = 1 << 28 // bytes
	data, err := files.Read(path, most)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w (made by evolve solve --game checkers --endings %d)", path, ErrMissing, checkers.Most)
	}
	if err != nil {
		return nil, err
	}
	e, err := checkers.Parse(data)
	if err == nil && e.Pieces() != checkers.Most {
		err = fmt.Errorf("they are those of up to %d (expected: %d)", e.Pieces(), checkers.Most)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return e, nil
}

// Open returns the endings with up to so many pieces.
func Open(pieces int) (*checkers.Endings, error) {
	if pieces <= Embedded {
		return Checkers(), nil
	}
	return largest()
}
