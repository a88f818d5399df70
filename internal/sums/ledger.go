package sums

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"unicode"
)

// ledger is what a file of checksums says.
type ledger struct {
	contents map[string][][]Sum // of replaced files: all that they were
	blocks   map[string][]Note  // of growing ones
	order    []string           // of the files
	damaged  []int              // numbers of lines, from 1
}

// parse reads checksums. A torn end is no damage.
func parse(data []byte) *ledger {
	l := &ledger{contents: map[string][][]Sum{}, blocks: map[string][]Note{}}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if !bytes.HasSuffix(line, []byte("\n")) || bytes.HasSuffix(line, []byte(tornEnd)) {
			continue
		}
		n, err := parseNote(bytes.TrimSuffix(line, []byte("\n")))
		if err != nil {
			l.damaged = append(l.damaged, number)
			continue
		}
		l.add(n)
	}
	return l
}

var errDamaged = errors.New("sums: a damaged line")

func parseNote(line []byte) (Note, error) {
	var n Note
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

func (l *ledger) add(n Note) {
	if !slices.Contains(l.order, n.File) {
		l.order = append(l.order, n.File)
	}
	if n.Whole {
		l.contents[n.File] = append(l.contents[n.File], n.Sums)
		return
	}
	kept := slices.DeleteFunc(l.blocks[n.File], func(b Note) bool { return b.From+b.Bytes > n.From })
	if n.Bytes > 0 {
		kept = append(kept, n)
	}
	l.blocks[n.File] = kept
}
