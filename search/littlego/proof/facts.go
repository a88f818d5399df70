package proof

import (
	"fmt"
	"hash/crc32"

	"evolab/internal/files"
	"evolab/search/littlego"
)

// facts are positions with proven values, up to symmetry. They may have a
// journal: a title, then a line for each record with its checksum.
type facts struct {
	known   map[littlego.Key]littlego.Record
	journal *files.Journal
}

const title = "evolab littlego proofs 1"

// openFacts reads a journal or begins one; "" is none.
func openFacts(path string) (*facts, error) {
	f := &facts{known: map[littlego.Key]littlego.Record{}}
	if path == "" {
		return f, nil
	}
	journal, lines, err := files.OpenJournal(path, whole)
	if err != nil {
		return nil, fmt.Errorf("proof: checkpoint: %w", err)
	}
	f.journal = journal
	if len(lines) == 0 {
		return f, journal.Append([]byte(title))
	}
	for _, line := range lines[1:] {
		if r, ok := parseFact(line); ok {
			f.known[r.Key()] = r
		}
	}
	return f, nil
}

// whole reports whether a line is one of a journal.
func whole(line []byte) bool {
	_, ok := parseFact(line)
	return ok || string(line) == title
}

// appendFact appends a record and its checksum.
func appendFact(dst []byte, r littlego.Record) []byte {
	from := len(dst)
	dst = r.Append(dst)
	return fmt.Appendf(dst, " %08x", crc32.ChecksumIEEE(dst[from:]))
}

const checksumWidth = len(" 01234567")

func parseFact(line []byte) (littlego.Record, bool) {
	if len(line) < checksumWidth {
		return littlego.Record{}, false
	}
	r, err := littlego.ParseRecord(string(line[:len(line)-checksumWidth]))
	if err != nil || r.Reply() || string(appendFact(nil, r)) != string(line) {
		return littlego.Record{}, false
	}
	return r, true
}

// add keeps a record; one that is known already is not written again.
func (f *facts) add(r littlego.Record) error {
	if old, known := f.known[r.Key()]; known {
		if old.Won() != r.Won() {
			return fmt.Errorf("proof: %s and %s cannot both be true: the checkpoint is not one of this program's", old.Append(nil), r.Append(nil))
		}
		return nil
	}
	f.known[r.Key()] = r
	if f.journal == nil {
		return nil
	}
	return f.journal.Append(appendFact(nil, r))
}

func (f *facts) close() error {
	if f.journal == nil {
		return nil
	}
	return f.journal.Close()
}
