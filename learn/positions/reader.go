package positions

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"evolab/game"
)

// File is the positions of a file.
type File[S comparable] struct {
	Header
	Positions []Position[S]
}

// ReadHeader reads the header of a file.
func ReadHeader(path string) (Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return Header{}, fmt.Errorf("positions: %w", err)
	}
	defer f.Close()
	begin := make([]byte, maxHeader)
	n, err := io.ReadFull(f, begin)
	if n == 0 && err != nil && err != io.EOF {
		return Header{}, fmt.Errorf("positions: %w", err)
	}
	h, _, err := parseHeader(begin[:n])
	if err != nil {
		return h, fmt.Errorf("positions: %s: %w", path, err)
	}
	return h, nil
}

// Read reads a file of a game's variant. A torn last record is left out, as a
// program that was stopped may leave one.
func Read[S comparable](path, game, variant string, p *game.Packing[S]) (File[S], error) {
	f, err := os.Open(path)
	if err != nil {
		return File[S]{}, fmt.Errorf("positions: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return File[S]{}, fmt.Errorf("positions: %w", err)
	}
	list, err := read(bufio.NewReaderSize(f, 1<<16), info.Size(), game, variant, p)
	if err != nil {
		return list, fmt.Errorf("positions: %s: %w", path, err)
	}
	return list, nil
}

func read[S comparable](r *bufio.Reader, size int64, name, variant string, p *game.Packing[S]) (File[S], error) {
	begin, err := r.Peek(maxHeader)
	if err != nil && err != io.EOF {
		return File[S]{}, err
	}
	h, length, err := parseHeader(begin)
	if err == nil {
		err = h.fits(name, variant, Size(p))
	}
	if err == nil {
		_, err = r.Discard(length)
	}
	if err != nil {
		return File[S]{}, err
	}
	f := File[S]{Header: h, Positions: make([]Position[S], 0, max(0, size-int64(length))/int64(h.Size))}
	record := make([]byte, h.Size)
	for {
		if _, err := io.ReadFull(r, record); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return f, nil
		} else if err != nil {
			return f, err
		}
		at, err := parse(p, variant, record)
		if err != nil {
			return f, fmt.Errorf("record %d: %w", len(f.Positions), err)
		}
		f.Positions = append(f.Positions, at)
	}
}

// fits reports whether a file holds positions of a game's variant.
func (h *Header) fits(name, variant string, size int) error {
	switch {
	case h.Game != name:
		return fmt.Errorf("positions of %q (expected: %s)", h.Game, name)
	case h.Variant != variant:
		return fmt.Errorf("positions of the variant %q (expected: %s)", h.Variant, variant)
	case h.Size != size:
		return fmt.Errorf("records of %d bytes (expected: %d)", h.Size, size)
	}
	return nil
}
