package run

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"evolab/internal/files"
)

// tail calls use for each value of a file of JSON lines, starting with the last,
// until use has enough. It skips a torn last line; a missing file has no lines.
func tail[T any](path string, use func(T) (enough bool)) error {
	f, err := os.Open(path)
	if isMissing(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	last := true // what follows the last line break is torn
	err = linesBackwards(f, info.Size(), func(line []byte) (enough bool, err error) {
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
	if err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return nil
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
