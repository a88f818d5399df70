package positions

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"evolab/game"
	"evolab/internal/files"
	"evolab/internal/quantity"
)

// Writer appends games to a file.
type Writer struct {
	file *os.File
	next int // number of the first game to append
}

// OpenWriter opens a file for appending, or begins one. A file that a stopped
// process left is cut back to whole games: the last one, which may lack
// positions, is played again. Next is the first missing game.
func OpenWriter(path string, h Header) (*Writer, error) {
	w, err := openWriter(path, h)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

func openWriter(path string, h Header) (*Writer, error) {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if err := files.Replace(path, []byte(h.text())); err != nil {
			return nil, err
		}
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	w := &Writer{file: f}
	if err := w.truncateToWholeGames(h); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

// truncateToWholeGames drops what may be incomplete, and seeks to the end of the rest.
func (w *Writer) truncateToWholeGames(h Header) error {
	begin := make([]byte, maxHeader)
	n, err := w.file.ReadAt(begin, 0)
	if err != nil && err != io.EOF {
		return err
	}
	found, length, err := parseHeader(begin[:n])
	if err != nil {
		return err
	}
	if found != h {
		return fmt.Errorf("the header is another one: %+v (expected: %+v)", found, h)
	}
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	end, err := w.lastGame(int64(length), info.Size(), int64(h.Size))
	if err == nil {
		err = w.file.Truncate(end)
	}
	if err == nil {
		_, err = w.file.Seek(end, io.SeekStart)
	}
	return err
}

// lastGame is where the records of the last game begin, which is the next one to
// be appended.
func (w *Writer) lastGame(from, to, size int64) (int64, error) {
	record := make([]byte, size)
	end := from + (to-from)/size*size
	for at, first := end-size, true; at >= from; at, first = at-size, false {
		if _, err := w.file.ReadAt(record, at); err != nil {
			return 0, err
		}
		number := int(gameOf(record))
		if first {
			w.next = number
		}
		if number != w.next {
			break
		}
		end = at
	}
	return end, nil
}

// Next is the number of the first game that the file does not hold.
func (w *Writer) Next() int { return w.next }

// Write appends the records of whole games.
func (w *Writer) Write(records []byte) error {
	if _, err := w.file.Write(records); err != nil {
		return err
	}
	return nil
}

// Close waits until everything is on the disk.
func (w *Writer) Close() error {
	return errors.Join(w.file.Sync(), w.file.Close())
}

// File is the positions of a file.
type File[S comparable] struct {
	Header
	Positions []Position[S]
}

// ReadHeader reads the header of a file.
func ReadHeader(path string) (Header, error) {
	f, err := files.Open(path)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	begin := make([]byte, maxHeader)
	n, err := io.ReadFull(f, begin)
	if n == 0 && err != nil && err != io.EOF {
		return Header{}, err
	}
	h, _, err := parseHeader(begin[:n])
	if err != nil {
		return h, fmt.Errorf("%s: %w", path, err)
	}
	return h, nil
}

// Read reads a file of a game's variant. A torn last record is left out, as a
// program that was stopped may leave one.
func Read[S comparable](path, game, variant string, p *game.Packing[S]) (File[S], error) {
	f, err := files.Open(path)
	if err != nil {
		return File[S]{}, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return File[S]{}, err
	}
	list, err := read(bufio.NewReaderSize(f, 1<<16), info.Size(), game, variant, p)
	if err != nil {
		return list, fmt.Errorf("%s: %w", path, err)
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
		return fmt.Errorf("records of %s (expected: %d)", quantity.Of(h.Size, "byte"), size)
	}
	return nil
}
