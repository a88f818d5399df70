package sums

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evolab/internal/files"
)

// Change is a place where a file is not what was written.
type Change struct {
	File string `json:"file"` // below the folder
	Line int    `json:"line"` // from 1
	What string `json:"what"`
}

func (c Change) String() string { return fmt.Sprintf("%s:%d: %s", c.File, c.Line, c.What) }

// Changed is the error of files that are not what was written.
type Changed struct {
	Folder  string
	Changes []Change
}

func (c *Changed) Error() string {
	first := c.Changes[0]
	text := fmt.Sprintf("%v (in %q", first, c.Folder)
	if more := len(c.Changes) - 1; more > 0 {
		text += fmt.Sprintf("; and %d more places", more)
	}
	return text + ")"
}

// maxBytes bounds a file.
const maxBytes = 1 << 32

const (
	edited        = "it is not what was written here"
	missing       = "lines that were here are gone"
	perhapsEdited = "it is not what was written here, or its checksum is damaged"
)

// Check compares files of a folder with their checksums, or those that pick, unless
// nil, wants. A missing file is not a change.
func Check(folder string, pick func(file string) bool) ([]Change, error) {
	for {
		before, err := read(folder)
		if err != nil || before == nil {
			return nil, err
		}
		changes, err := parse(before).check(folder, pick)
		if err != nil || len(changes) == 0 {
			return changes, err
		}
		// A process at work may have written between the two looks.
		if after, err := read(folder); err != nil || bytes.Equal(before, after) {
			return changes, err
		}
	}
}

// Require fails if one of some files has changed.
func Require(folder string, pick func(file string) bool) error {
	changes, err := Check(folder, pick)
	if err == nil && len(changes) > 0 {
		err = &Changed{folder, changes}
	}
	return err
}

// Covered is how many bytes of a growing file are covered.
func Covered(folder, file string) (int64, error) {
	data, err := read(folder)
	var end int64
	for _, b := range parse(data).blocks[file] {
		end = max(end, b.From+b.Bytes)
	}
	return end, err
}

// read returns nil without an error where there are no checksums.
func read(folder string) ([]byte, error) {
	data, err := files.Read(filepath.Join(folder, File), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("sums: %w", err)
	}
	return append([]byte{}, data...), nil
}

func (l *ledger) check(folder string, pick func(string) bool) ([]Change, error) {
	var list []Change
	for _, line := range l.damaged {
		if pick == nil {
			list = append(list, Change{File, line, "it is not what was written here: what it vouched for is not checked"})
		}
	}
	for _, name := range l.order {
		if pick != nil && !pick(name) {
			continue
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := files.Read(path, maxBytes)
		if err != nil {
			return list, fmt.Errorf("sums: %w", err)
		}
		list = append(list, l.compare(name, data)...)
	}
	return list, nil
}

func (l *ledger) compare(name string, data []byte) []Change {
	if known := l.contents[name]; len(known) > 0 {
		return l.compareWhole(name, known, sumsOf(data))
	}
	var list []Change
	for _, b := range l.blocks[name] {
		if b.From+b.Bytes > int64(len(data)) {
			return append(list, Change{name, bytes.Count(data, []byte("\n")) + 1, missing})
		}
		if at, same := firstDifference(sumsOf(data[b.From:b.From+b.Bytes]), b.Sums); !same {
			list = append(list, Change{name, bytes.Count(data[:b.From], []byte("\n")) + at + 1, edited})
		}
	}
	return list
}

// compareWhole finds the known contents that are nearest.
func (l *ledger) compareWhole(name string, known [][]Sum, now []Sum) []Change {
	line, most := 0, -1
	for _, sums := range known {
		at, same := firstDifference(now, sums)
		if same {
			return nil
		}
		if n := equalLines(now, sums); n >= most {
			line, most = at+1, n
		}
	}
	what := edited
	if len(l.damaged) > 0 {
		what = perhapsEdited
	}
	return []Change{{name, line, what}}
}

// firstDifference is the index of the first line that differs.
func firstDifference(a, b []Sum) (at int, same bool) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i, false
		}
	}
	return min(len(a), len(b)), len(a) == len(b)
}

// equalLines counts the lines that are equal.
func equalLines(a, b []Sum) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			n++
		}
	}
	return n
}
