package web

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
)

// tail reads the whole lines of a growing file, as they come.
type tail struct {
	root *os.Root
	path string
	at   int64  // the end of the last line read
	sum  uint32 // checksum of that line
}

// mark names a place in the file for a reader who reconnects.
func (t *tail) mark() string { return fmt.Sprintf("%d-%08x", t.at, t.sum) }

// resume begins after a mark, if the file still has the line that ended there.
func (t *tail) resume(mark string) {
	var at int64
	var sum uint32
	if n, err := fmt.Sscanf(mark, "%d-%x", &at, &sum); n != 2 || err != nil || at <= 0 {
		return
	}
	f, err := t.root.Open(t.path)
	if err != nil {
		return
	}
	defer f.Close()
	const longest = 1 << 20
	block := make([]byte, min(at, longest))
	if _, err := f.ReadAt(block, at-int64(len(block))); err != nil || block[len(block)-1] != '\n' {
		return
	}
	body := block[:len(block)-1]
	if last := body[bytes.LastIndexByte(body, '\n')+1:]; crc32.ChecksumIEEE(last) == sum {
		t.at, t.sum = at, sum
	}
}

// next returns the lines since the last call. If the file has become shorter, as a
// resumed run makes it, again is set and the lines are those from its beginning.
func (t *tail) next() (lines [][]byte, again bool, err error) {
	info, err := t.root.Stat(t.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("web: %w", err)
	case info.Size() == t.at:
		return nil, false, nil
	case info.Size() < t.at:
		again, t.at, t.sum = true, 0, 0
	}
	data, err := t.read()
	end := bytes.LastIndexByte(data, '\n')
	if err != nil || end < 0 {
		return nil, again, err
	}
	lines = bytes.Split(data[:end], []byte("\n"))
	t.at += int64(end) + 1
	t.sum = crc32.ChecksumIEEE(lines[len(lines)-1])
	return lines, again, nil
}

func (t *tail) read() ([]byte, error) {
	f, err := t.root.Open(t.path)
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	defer f.Close()
	const most = 4 << 20 // at a time
	data, err := io.ReadAll(io.NewSectionReader(f, t.at, most))
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	return data, nil
}
