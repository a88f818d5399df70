package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// tailBytes is read from the end of a file at first; nearly always that is
// enough.
const tailBytes = 1 << 14

// tail hands the values of a file of JSON lines to use, the last first, until
// it has enough. A torn last line is left out; a missing file has no lines.
func tail[T any](path string, use func(T) (enough bool)) error {
	f, err := os.Open(path)
	if missing(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("notebook: %w", err)
	}
	end := info.Size()
	torn := true // what follows the last line break
	var rest []byte
	for size := int64(tailBytes); end > 0; size *= 4 {
		start := max(0, end-size)
		block := make([]byte, end-start, int(end-start)+len(rest))
		if _, err := f.ReadAt(block, start); err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("notebook: %w", err)
		}
		rest, end = append(block, rest...), start
		for {
			at := bytes.LastIndexByte(rest, '\n')
			if at < 0 && end > 0 {
				break // the line begins in an earlier block
			}
			line := rest[at+1:]
			rest = rest[:max(at, 0)]
			enough, err := useLine(path, line, torn, use)
			if torn = false; enough || err != nil || at < 0 {
				return err
			}
		}
	}
	return nil
}

func useLine[T any](path string, line []byte, torn bool, use func(T) bool) (enough bool, err error) {
	if torn || len(line) == 0 {
		return false, nil
	}
	var v T
	if err := json.Unmarshal(line, &v); err != nil {
		return false, fmt.Errorf("notebook: %s: %w", path, err)
	}
	return use(v), nil
}
