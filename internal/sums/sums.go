// Package sums keeps checksums of the files in a folder, so that damage is found
// with file and line: a bit that a disk has turned, a line that is gone, a figure
// that somebody has edited. They do not detect forgery: whoever changes a file
// can also change its checksums.
//
// They are in checksums.jsonl, which only grows. A line is about one
// file. Of a file that is replaced as a whole, it is written before the file: until
// that has its name, the checksums of the contents before it still hold, and so do
// those of all earlier contents. Of a file that grows, it is written after the
// lines are on the disk: what no checksum covers has not been finished, and is no
// damage. What is cut off a growing file is first cut off its checksums. So a
// process can be killed at any moment.
//
// Files without checksums, such as those of earlier versions, are not checked.
package sums

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"evolab/internal/files"
)

// File is the name of the file of checksums in its folder.
const File = "checksums.jsonl"

// Entry is a line of the file: the checksums of some lines of another one.
type Entry struct {
	File string `json:"file"` // below the folder, with slashes
	// Whole: the file has been replaced. Else its lines from the byte From on, Bytes of
	// them, were added; what was there after From is gone.
	Whole bool  `json:"whole,omitempty"`
	From  int64 `json:"from,omitempty"`
	Bytes int64 `json:"bytes"`
	Sums  []Sum `json:"sums"` // of each line, with its end
}

// Sum is a CRC-32C: it misses no change of up to 32 bits in a row.
type Sum uint32

func sumOf(text []byte) Sum { return Sum(crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli))) }

// MarshalText writes eight hexadecimal digits.
func (s Sum) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%08x", uint32(s)), nil }

// UnmarshalText reads them.
func (s *Sum) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 32)
	if err != nil || len(text) != 8 {
		return fmt.Errorf("sums: %q is no checksum", text)
	}
	*s = Sum(n)
	return nil
}

func sumsOf(text []byte) []Sum {
	list := make([]Sum, 0, bytes.Count(text, []byte("\n"))+1)
	for line := range bytes.Lines(text) {
		list = append(list, sumOf(line))
	}
	return list
}

// Added are lines at the end of a file that had from bytes.
func Added(file string, from int64, lines []byte) Entry {
	return Entry{File: file, From: from, Bytes: int64(len(lines)), Sums: sumsOf(lines)}
}

// Truncated is a file that was cut to from bytes.
func Truncated(file string, from int64) Entry { return Entry{File: file, From: from, Sums: []Sum{}} }

// Replaced is a file with new contents.
func Replaced(file string, data []byte) Entry {
	return Entry{File: file, Whole: true, Bytes: int64(len(data)), Sums: sumsOf(data)}
}

// checkField begins the checksum of a line of checksums itself; tornEnd ends a
// line that a crash has torn.
const checkField, tornEnd = `,"check":"`, "~\n"

func (n Entry) append(to []byte) ([]byte, error) {
	text, err := json.Marshal(n)
	if err != nil {
		return nil, fmt.Errorf("sums: %w", err)
	}
	text = text[:len(text)-1]
	return append(append(append(to, text...), checkOf(text)...), '\n'), nil
}

// checkOf ends a line of checksums.
func checkOf(text []byte) string { return fmt.Sprintf(`%s%08x"}`, checkField, uint32(sumOf(text))) }

// Write adds entries to the checksums of a folder. They are on the disk when it
// returns.
func Write(folder string, entries ...Entry) (err error) {
	if len(entries) == 0 {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(folder, File), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("sums: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	var text []byte
	if info, err := f.Stat(); err == nil && info.Size() > 0 {
		last := make([]byte, 1)
		if _, err := f.ReadAt(last, info.Size()-1); err == nil && last[0] != '\n' {
			text = []byte(tornEnd)
		}
	}
	for _, n := range entries {
		if text, err = n.append(text); err != nil {
			return err
		}
	}
	// One write, so that what several processes add does not mix.
	if _, err = f.Write(text); err == nil {
		err = f.Sync()
	}
	if err != nil {
		err = fmt.Errorf("sums: %w", err)
	}
	return err
}

// Replace replaces a file of a folder, with entries about others.
func Replace(folder, file string, data []byte, others ...Entry) error {
	if err := Write(folder, append(others[:len(others):len(others)], Replaced(file, data))...); err != nil {
		return err
	}
	return files.Replace(filepath.Join(folder, filepath.FromSlash(file)), data)
}

// ledger is what a file of checksums says.
type ledger struct {
	contents map[string][][]Sum // of replaced files: all that they were
	blocks   map[string][]Entry // of growing ones
	order    []string           // of the files
	damaged  []int              // numbers of lines, from 1
}

// parse reads checksums. A torn end is no damage.
func parse(data []byte) *ledger {
	l := &ledger{contents: map[string][][]Sum{}, blocks: map[string][]Entry{}}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if !bytes.HasSuffix(line, []byte("\n")) || bytes.HasSuffix(line, []byte(tornEnd)) {
			continue
		}
		n, err := parseEntry(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			l.damaged = append(l.damaged, number)
			continue
		}
		l.add(n)
	}
	return l
}

var errDamaged = errors.New("sums: a damaged line")

func parseEntry(line []byte) (Entry, error) {
	var n Entry
	at := bytes.LastIndex(line, []byte(checkField))
	if at < 0 || string(line[at:]) != checkOf(line[:at]) {
		return n, errDamaged
	}
	if err := json.Unmarshal(append(line[:at:at], '}'), &n); err != nil {
		return n, errDamaged
	}
	if !fs.ValidPath(n.File) || strings.ContainsFunc(n.File, unicode.IsControl) || n.From < 0 || n.Bytes < 0 || n.From+n.Bytes < 0 {
		return n, errDamaged
	}
	return n, nil
}

func (l *ledger) add(n Entry) {
	if !slices.Contains(l.order, n.File) {
		l.order = append(l.order, n.File)
	}
	if n.Whole {
		l.contents[n.File] = append(l.contents[n.File], n.Sums)
		return
	}
	kept := slices.DeleteFunc(l.blocks[n.File], func(b Entry) bool { return b.From+b.Bytes > n.From })
	if n.Bytes > 0 {
		kept = append(kept, n)
	}
	l.blocks[n.File] = kept
}
