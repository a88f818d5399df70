package seal

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

// ChecksumsFile is what earlier versions kept instead of a seal: a CRC-32C of each
// line of the other files, which detects damage, but neither forgery nor removal. A line
// is about one file, as an entry of a seal is. Folders without either are not checked.
const ChecksumsFile = "checksums.jsonl"

// oldEntry is a line of checksums.
type oldEntry struct {
	File  string `json:"file"` // below the folder, with slashes
	Whole bool   `json:"whole,omitempty"`
	From  int64  `json:"from,omitempty"`
	Bytes int64  `json:"bytes"`
	Sums  []sum  `json:"sums"` // of each line, with its end
}

// sum is a CRC-32C: it misses no change of up to 32 bits in a row.
type sum uint32

func sumOf(text []byte) sum { return sum(crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli))) }

// UnmarshalText reads them.
func (s *sum) UnmarshalText(text []byte) error {
	n, err := strconv.ParseUint(string(text), 16, 32)
	if err != nil || len(text) != 8 {
		return fmt.Errorf("seal: %q is no checksum", text)
	}
	*s = sum(n)
	return nil
}

func sumsOf(text []byte) []sum {
	list := make([]sum, 0, bytes.Count(text, []byte("\n"))+1)
	for line := range bytes.Lines(text) {
		list = append(list, sumOf(line))
	}
	return list
}

// oldCheckField begins the checksum of a line of checksums itself; tornEnd ends a
// line that a crash has torn.
const oldCheckField, tornEnd = `,"check":"`, "~\n"

// checkOf ends a line of checksums.
func checkOf(text []byte) string { return fmt.Sprintf(`%s%08x"}`, oldCheckField, uint32(sumOf(text))) }

// oldLedger is what a file of checksums says.
type oldLedger struct {
	contents map[string][][]sum    // of replaced files: all that they were
	blocks   map[string][]oldEntry // of growing ones
	order    []string              // of the files
	damaged  []int                 // numbers of lines, from 1
}

// parseOld reads checksums. A torn end is no damage.
func parseOld(data []byte) *oldLedger {
	l := &oldLedger{contents: map[string][][]sum{}, blocks: map[string][]oldEntry{}}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if !bytes.HasSuffix(line, []byte("\n")) || bytes.HasSuffix(line, []byte(tornEnd)) {
			continue
		}
		n, err := parseOldEntry(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			l.damaged = append(l.damaged, number)
			continue
		}
		l.add(n)
	}
	return l
}

var errOldLine = errors.New("seal: a damaged line")

func parseOldEntry(line []byte) (oldEntry, error) {
	var n oldEntry
	at := bytes.LastIndex(line, []byte(oldCheckField))
	if at < 0 || string(line[at:]) != checkOf(line[:at]) {
		return n, errOldLine
	}
	if err := json.Unmarshal(append(line[:at:at], '}'), &n); err != nil {
		return n, errOldLine
	}
	if !fs.ValidPath(n.File) || strings.ContainsFunc(n.File, unicode.IsControl) || n.From < 0 || n.Bytes < 0 || n.From+n.Bytes < 0 {
		return n, errOldLine
	}
	return n, nil
}

func (l *oldLedger) add(n oldEntry) {
	if !slices.Contains(l.order, n.File) {
		l.order = append(l.order, n.File)
	}
	if n.Whole {
		l.contents[n.File] = append(l.contents[n.File], n.Sums)
		return
	}
	kept := slices.DeleteFunc(l.blocks[n.File], func(b oldEntry) bool { return b.From+b.Bytes > n.From })
	if n.Bytes > 0 {
		kept = append(kept, n)
	}
	l.blocks[n.File] = kept
}

// checkOld compares the files of a folder with the checksums of an earlier version. A
// missing file is not a change. There are none without checksums.
func checkOld(folder string, only func(string) bool) (list []Change, there bool, err error) {
	data, err := files.Read(filepath.Join(folder, ChecksumsFile), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err != nil {
		return nil, true, err
	}
	l := parseOld(data)
	for _, line := range l.damaged {
		if only == nil {
			list = append(list, Change{ChecksumsFile, line, "it is not what was written here: what it vouched for is not checked"})
		}
	}
	for _, name := range l.order {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || only != nil && !only(name) {
			continue
		}
		data, err := files.Read(path, maxBytes)
		if err != nil {
			return list, true, err
		}
		list = append(list, l.compare(name, data)...)
	}
	return list, true, nil
}

func (l *oldLedger) compare(name string, data []byte) []Change {
	if known := l.contents[name]; len(known) > 0 {
		return l.compareWhole(name, known, sumsOf(data))
	}
	var list []Change
	for _, b := range l.blocks[name] {
		if b.From+b.Bytes > int64(len(data)) {
			return append(list, Change{name, bytes.Count(data, []byte("\n")) + 1, missing})
		}
		if at, same := firstDifferentSum(sumsOf(data[b.From:b.From+b.Bytes]), b.Sums); !same {
			list = append(list, Change{name, bytes.Count(data[:b.From], []byte("\n")) + at + 1, edited})
		}
	}
	return list
}

// compareWhole finds the known contents that are nearest.
func (l *oldLedger) compareWhole(name string, known [][]sum, now []sum) []Change {
	line, most := 0, -1
	for _, sums := range known {
		at, same := firstDifferentSum(now, sums)
		if same {
			return nil
		}
		if n := equalLines(now, sums); n >= most {
			line, most = at+1, n
		}
	}
	what := edited
	if len(l.damaged) > 0 {
		what += ", or its checksum is damaged"
	}
	return []Change{{name, line, what}}
}

// firstDifferentSum is the index of the first line that differs.
func firstDifferentSum(a, b []sum) (at int, same bool) {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i, false
		}
	}
	return min(len(a), len(b)), len(a) == len(b)
}

// equalLines counts the lines that are equal.
func equalLines(a, b []sum) int {
	n := 0
	for i := range min(len(a), len(b)) {
		if a[i] == b[i] {
			n++
		}
	}
	return n
}
