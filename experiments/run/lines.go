package run

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"evolab/internal/files"
	"evolab/internal/quantity"
)

// lineFile is a growing file of JSON lines; only a resumed run rewrites its end.
type lineFile struct {
	file *os.File
	size int64
}

// openLines opens a file for append, truncated to the given size. A shorter file has
// lost lines, which is an error.
func openLines(path string, size int64) (*lineFile, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.Size() < size:
		err = fmt.Errorf("%s has %s and has had %d at the checkpoint: lines are lost", path, quantity.Of(info.Size(), "byte"), size)
	case info.Size() > size:
		err = f.Truncate(size)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &lineFile{file: f, size: size}, nil
}

// append writes lines with a single call of the system.
func (l *lineFile) append(text []byte) error {
	n, err := l.file.Write(text)
	l.size += int64(n)
	return err
}

// sync waits until everything is on the disk.
func (l *lineFile) sync() error {
	return l.file.Sync()
}

func (l *lineFile) close() error { return l.file.Close() }

func encodeLines[T any](values ...T) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return nil, err
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
		return nil, err
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
			_, what := describeError(name, err)
			return nil, fmt.Errorf("%s:%d: %s", name, number, what)
		}
		list = append(list, v)
	}
	return list, nil
}

// checkLines fails if a line of one of the run's files is no record of its kind.
func checkLines(path string, data []byte) (err error) {
	switch filepath.Base(path) {
	case HistoryFile:
		_, err = parseLines[Event](path, data)
	case MetricsFile:
		_, err = parseLines[Metrics](path, data)
	case TimingFile:
		_, err = parseLines[Timing](path, data)
	case IndividualsFile:
		_, err = parseLines[IndividualLine](path, data)
	case HallFile:
		_, err = parseLines[HallLine](path, data)
	case MatchesFile:
		_, err = parseLines[MatchLine](path, data)
	}
	return err
}

// salvage reads the good lines of a file. The others are losses, and so is a missing
// file if it is expected. A running process may have half written the last line.
func salvage[T any](r *Run, name, lost string, expected bool, decode func(line []byte) (T, error)) []T {
	data, err := files.Read(filepath.Join(r.Folder, name), maxLines)
	if err != nil {
		if expected || !isMissing(err) {
			r.noteError(name, err, lost)
		}
		return nil
	}
	var list []T
	number := 0
	for line := range bytes.Lines(data) {
		number++
		v, err := decode(line)
		if err == nil {
			list = append(list, v)
			continue
		}
		if whole := bytes.HasSuffix(line, []byte("\n")); whole || r.State.Status != IsRunning {
			_, what := describeError(name, err)
			r.AddLoss(Loss{File: name, Line: number, What: what, Lost: lost})
		}
	}
	return list
}

// decodeLine reads a line that has to be an object.
func decodeLine[T any](line []byte) (T, error) {
	var v T
	err := files.DecodeJSON(line, &v)
	if err == nil && !bytes.HasPrefix(bytes.TrimSpace(line), []byte("{")) {
		err = errors.New("it is null (expected: an object)")
	}
	return v, err
}

// tail calls use for each value of a file of JSON lines, starting with the last,
// until use has enough. It skips a torn last line; a missing file has no lines.
func tail[T any](path string, use func(T) (enough bool)) error {
	f, err := files.Open(path)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	last := true // what follows the last line break is torn
	return linesBackwards(f, info.Size(), func(line []byte) (enough bool, err error) {
		torn := last
		if last = false; torn || len(line) == 0 {
			return false, nil
		}
		var v T
		if err := files.DecodeJSON(line, &v); err != nil {
			var damage *files.JSONError
			if errors.As(err, &damage) { // its line is not the file's
				err = errors.New(damage.What)
			}
			return false, fmt.Errorf("%s: in a line near its end: %w", path, err)
		}
		return use(v), nil
	})
}

// tailBytes is read from the end of a file first.
const tailBytes = 1 << 14

// linesBackwards reads larger and larger blocks from the end; the first one is
// nearly always enough. The first line is what follows the last line break.
func linesBackwards(f io.ReaderAt, end int64, use func(line []byte) (enough bool, err error)) error {
	var rest []byte
	for size := int64(tailBytes); end > 0; size *= 4 {
		start := max(0, end-size)
		block := make([]byte, end-start, int(end-start)+len(rest))
		if _, err := f.ReadAt(block, start); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		rest, end = append(block, rest...), start
		for at := bytes.LastIndexByte(rest, '\n'); at >= 0; at = bytes.LastIndexByte(rest, '\n') {
			if enough, err := use(rest[at+1:]); enough || err != nil {
				return err
			}
			rest = rest[:at]
		}
	}
	_, err := use(rest)
	return err
}
