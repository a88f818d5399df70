package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"evolab/internal/files"
	"evolab/internal/sums"
)

// lineFile is a growing file of JSON lines; only a resumed run rewrites its end.
type lineFile struct {
	name  string
	file  *os.File
	size  int64
	added []sums.Note // lines whose checksums are not written yet
}

// openLines opens a file for append, truncated to the given size. A shorter file has
// lost lines, which is an error.
func openLines(folder, name string, size int64) (*lineFile, error) {
	path := filepath.Join(folder, name)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.Size() < size:
		err = fmt.Errorf("%s has %d bytes and has had %d at the checkpoint: lines are lost", path, info.Size(), size)
	case info.Size() > size:
		if err = sums.Write(folder, sums.Cut(name, size)); err == nil {
			err = f.Truncate(size)
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("run: %w", err), f.Close())
	}
	return &lineFile{name: name, file: f, size: size}, nil
}

// append writes lines at once.
func (l *lineFile) append(text []byte) error {
	n, err := l.file.Write(text)
	l.added = append(l.added, sums.Added(l.name, l.size, text))
	l.size += int64(n)
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

// sync waits until everything is on the disk.
func (l *lineFile) sync() error {
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
}

// notes are the checksums of the lines since the last call, once these are synced.
func (l *lineFile) notes() []sums.Note {
	list := l.added
	l.added = nil
	return list
}

func (l *lineFile) close() error { return l.file.Close() }

// encodeLines makes a JSON line of each value.
func encodeLines[T any](values ...T) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return nil, fmt.Errorf("run: %w", err)
		}
	}
	return b.Bytes(), nil
}

// maxLines bounds a file of lines, in bytes.
const maxLines = 1 << 32

// ReadLines reads a file of JSON lines, without a torn last line, as a crash may
// leave it.
func ReadLines[T any](path string) ([]T, error) {
	data, err := files.Read(path, maxLines)
	if err != nil {
		return nil, fmt.Errorf("run: %w", err)
	}
	return parseLines[T](path, data)
}

func parseLines[T any](name string, data []byte) ([]T, error) {
	var list []T
	number := 0
	for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		number++
		v, err := decodeLine[T](line)
		if err != nil {
			_, what := explained(name, err)
			return nil, fmt.Errorf("run: %s:%d: %s", name, number, what)
		}
		list = append(list, v)
	}
	return list, nil
}
