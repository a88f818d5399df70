package seal

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode"
)

// record is a line of the seal. The first one has the method.
type record struct {
	Schema  int     `json:"schema,omitempty"`
	Method  string  `json:"method,omitempty"`
	Key     string  `json:"key,omitempty"`     // ID
	Adopted bool    `json:"adopted,omitempty"` // the files were there before the seal
	Closed  bool    `json:"closed,omitempty"`  // nothing is left to do
	Files   []Entry `json:"files,omitempty"`
}

func (r *record) checkKey(key Key, file string) error {
	if r.Key == key.ID() {
		return nil
	}
	return &KeyError{file, r.Key, key.ID()}
}

// Entry says what was written to a file.
type Entry struct {
	File    string `json:"file"`              // below the folder, with slashes
	Removed bool   `json:"removed,omitempty"` // it has been removed
	// Whole: it has been replaced. Else its lines from the byte From on, Bytes of them,
	// were added; what was there after From is gone.
	Whole bool  `json:"whole,omitempty"`
	From  int64 `json:"from,omitempty"`
	Bytes int64 `json:"bytes"`
	// SHA256 is that of a whole file, or the last link of the chain of added lines.
	SHA256 string `json:"sha256,omitempty"`
	// Lines are CRC-32C of each line, in hexadecimal digits. They show where a change is.
	Lines string `json:"lines,omitempty"`
}

// Added are lines at the end of a file that had from bytes.
func Added(file string, from int64, lines []byte) Entry {
	return Entry{File: file, From: from, Bytes: int64(len(lines)), SHA256: chainOf(file, from, lines), Lines: checksOf(lines)}
}

// Truncated is a file that was cut to from bytes.
func Truncated(file string, from int64) Entry { return Entry{File: file, From: from} }

// Replaced is a file with new contents.
func Replaced(file string, data []byte) Entry {
	return Entry{File: file, Whole: true, Bytes: int64(len(data)), SHA256: hashOf(data), Lines: checksOf(data)}
}

var newline = []byte("\n")

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// chainOf is the last link of a chain that begins with the place of the lines: each is
// the hash of the one before and a line.
func chainOf(file string, from int64, lines []byte) string {
	link := sha256.Sum256(binary.BigEndian.AppendUint64([]byte(file), uint64(from)))
	h := sha256.New()
	for line := range bytes.Lines(lines) {
		h.Reset()
		h.Write(link[:])
		h.Write(line)
		h.Sum(link[:0])
	}
	return hex.EncodeToString(link[:])
}

// maxPlaced bounds the lines of a block that have checks of their own: binary files may
// have a line break in every few bytes.
const maxPlaced = 1 << 20

const checkDigits = 8

// checksOf is "" for a text of too many lines.
func checksOf(text []byte) string {
	n := bytes.Count(text, newline) + 1
	if n > maxPlaced {
		return ""
	}
	table := crc32.MakeTable(crc32.Castagnoli)
	list := make([]byte, 0, n*checkDigits)
	for line := range bytes.Lines(text) {
		var sum [4]byte
		binary.BigEndian.PutUint32(sum[:], crc32.Checksum(line, table))
		list = hex.AppendEncode(list, sum[:])
	}
	return string(list)
}

// check refuses what no writer writes.
func (n *Entry) check() error {
	if !fs.ValidPath(n.File) || strings.ContainsFunc(n.File, unicode.IsControl) || n.From < 0 || n.Bytes < 0 || n.From+n.Bytes < 0 {
		return errors.New("it is no entry of a seal")
	}
	return nil
}

// state is what a file has to hold.
type state struct {
	present bool
	entry   Entry   // of a whole file
	blocks  []Entry // of a growing one
}

func (s state) bytes() int64 {
	switch n := len(s.blocks); {
	case s.entry.Whole:
		return s.entry.Bytes
	case n > 0:
		return s.blocks[n-1].From + s.blocks[n-1].Bytes
	}
	return 0
}

// again are the entries that lead from nothing, or from anything else, to the state.
func (s state) again(file string) []Entry {
	switch {
	case !s.present:
		return []Entry{{File: file, Removed: true}}
	case s.entry.Whole:
		return []Entry{s.entry}
	}
	return append([]Entry{Truncated(file, 0)}, s.blocks...)
}

// after is the state after an entry. It may share its blocks with the state before, which
// must have no other state after it.
func (s state) after(n Entry) state {
	switch {
	case n.Removed:
		return state{}
	case n.Whole:
		return state{present: true, entry: n}
	}
	kept := s.blocks
	for i := len(kept); i > 0 && kept[i-1].From+kept[i-1].Bytes > n.From; i-- {
		kept = slices.Clip(kept[:i-1])
	}
	if n.Bytes > 0 {
		kept = append(kept, n)
	}
	return state{present: true, blocks: kept}
}

// gap reports whether lines before an entry's are not sealed.
func (s state) gap(n Entry) bool { return !n.Whole && !n.Removed && s.bytes() < n.From }

// ledger is what a seal says.
type ledger struct {
	header record
	lines  int    // whole ones
	size   int64  // their bytes
	chain  string // the hash of the last
	other  string // the hash that the last line should have, if it has another one
	chains []string
	closed bool             // the last line closes the seal
	files  map[string]state // of all files that it names
	before map[string]state // of those that the last line is about: their states before
	faults []Change         // of the seal itself; the place is a line
}

func (k *ledger) names() []string { return slices.Sorted(maps.Keys(k.files)) }

// The ends of a line: its hash, and the HMAC of that.
const chainField, macField = `,"chain":"`, `,"mac":"`

// encode makes the next line.
func (k *ledger) encode(r record, key Key) ([]byte, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	text = text[:len(text)-1]
	if len(text) == 1 { // nothing in it
		return nil, errors.New("an empty line")
	}
	link := linkOf(k.chain, text)
	text = fmt.Appendf(text, `%s%s"`, chainField, link)
	if mac := key.mac([]byte(link)); mac != "" {
		text = fmt.Appendf(text, `%s%s"`, macField, mac)
	}
	return append(text, '}', '\n'), nil
}

// linkOf is the hash of a line's text, without its end, after another hash.
func linkOf(before string, text []byte) string {
	h := sha256.New()
	h.Write([]byte(before))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// parse reads a seal. What follows the last line break is torn, and no fault. Without a
// key the HMACs are not checked.
func parse(data []byte, key Key) *ledger {
	k := &ledger{files: map[string]state{}}
	for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		k.read(line, key)
	}
	return k
}

const (
	faultyLine    = "it is not the line that was written here, or one before it is gone"
	unreadable    = "it is no line of a seal: what it says of files is not checked"
	foreignMac    = "it was not sealed with the key"
	newerSchema   = "a newer evolab wrote it"
	unsealedLines = "lines before the added ones are not sealed"
)

// read enters a line.
func (k *ledger) read(line []byte, key Key) {
	k.lines++
	k.size += int64(len(line))
	k.closed, k.before = false, nil
	text, link, mac, err := cut(line)
	var r record
	if err == nil {
		err = json.Unmarshal(append(text[:len(text):len(text)], '}'), &r)
	}
	for i := range r.Files {
		err = errors.Join(err, r.Files[i].check())
	}
	if err != nil {
		k.fault(unreadable)
		k.chains = append(k.chains, "")
		k.chain, k.other = "", ""
		return
	}
	expected := linkOf(k.chain, text)
	switch {
	case link == expected, k.other != "" && link == linkOf(k.other, text):
		k.other = ""
	case k.lines > 1 && k.chains[k.lines-2] == "": // nothing is known of the one before
		k.other = ""
	default:
		k.fault(faultyLine)
		k.other = expected
	}
	k.chain = link
	k.chains = append(k.chains, link)
	if k.lines == 1 {
		if k.header = r; r.Schema > Schema {
			k.fault(newerSchema)
		}
	}
	if k.header.Key != "" && k.header.Key == key.ID() && mac != key.mac([]byte(link)) {
		k.fault(foreignMac)
	}
	k.closed = r.Closed
	k.before = map[string]state{}
	for _, n := range r.Files {
		k.enter(n)
	}
}

func (k *ledger) enter(n Entry) {
	now := k.files[n.File]
	if _, known := k.before[n.File]; !known {
		k.before[n.File] = now
	}
	if now.gap(n) {
		k.fault(unsealedLines)
	}
	k.files[n.File] = now.after(n)
}

// fault notes at most one fault of a line.
func (k *ledger) fault(what string) {
	if n := len(k.faults); n > 0 && k.faults[n-1].Line == k.lines {
		return
	}
	k.faults = append(k.faults, Change{Line: k.lines, What: what})
}

// cut splits a line into its text, its hash and its HMAC. Only what a writer writes is a
// line, to the byte.
func cut(line []byte) (text []byte, link, mac string, err error) {
	const digits = 2 * sha256.Size
	rest, ok := bytes.CutSuffix(line, []byte("\"}\n"))
	if !ok {
		return nil, "", "", errors.New("no end")
	}
	if at := len(rest) - digits - len(macField); at > 0 && bytes.HasPrefix(rest[at:], []byte(macField)) {
		mac = string(rest[at+len(macField):])
		if rest, ok = bytes.CutSuffix(rest[:at], []byte(`"`)); !ok {
			return nil, "", "", errors.New("no chain")
		}
	}
	at := len(rest) - digits - len(chainField)
	if at <= 0 || !bytes.HasPrefix(rest[at:], []byte(chainField)) {
		return nil, "", "", errors.New("no chain")
	}
	return rest[:at], string(rest[at+len(chainField):]), mac, nil
}
