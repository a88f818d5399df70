package seal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/internal/files"
	"evolab/internal/quantity"
)

// Change is a place where a folder is not what was written.
type Change struct {
	File string `json:"file"`           // below the folder
	Line int    `json:"line,omitempty"` // from 1; 0: the whole file
	What string `json:"what"`
}

func (c Change) String() string {
	if c.Line == 0 {
		return fmt.Sprintf("%s: %s", c.File, c.What)
	}
	return fmt.Sprintf("%s:%d: %s", c.File, c.Line, c.What)
}

// OfLock reports whether a change is that of a lock, which holds nothing.
func (c Change) OfLock() bool { return isLock(c.File) }

func isLock(name string) bool { return name == "lock" || filepath.Ext(name) == ".lock" }

// Changed is the error of files that are not what was written.
type Changed struct {
	Folder  string
	Changes []Change
}

func (c *Changed) Error() string {
	first := c.Changes[0]
	text := fmt.Sprintf("%v (in %q", first, c.Folder)
	if more := len(c.Changes) - 1; more > 0 {
		text += fmt.Sprintf("; and %s", quantity.Of(more, "more place"))
	}
	return text + ")"
}

// Condemned reports whether the record is known to be false.
func (c *Changed) Condemned() bool {
	return slices.ContainsFunc(c.Changes, func(f Change) bool { return f.File == CondemnedFile })
}

// maxBytes bounds a file.
const maxBytes = 1 << 32

const (
	edited    = "it is not what was written here"
	missing   = "lines that were here are gone"
	gone      = "it is missing"
	noFile    = "it is no file"
	back      = "it was removed, and is there again"
	unsealed  = "nobody sealed what begins here"
	cutSeal   = "its end is missing"
	openSeal  = "the line that closes it is missing"
	otherList = "it does not list what was sealed"
)

// Report is what is known of the seal of a folder.
type Report struct {
	Sealed  bool   // there is a seal
	Method  string // how it was made
	Key     string // the ID of its key; "" for none
	Closed  bool   // nothing was left to do
	Adopted bool   // it was begun over files that were there before
	// Checksums: there is no seal, but there are checksums of an earlier version.
	Checksums bool
	Lines     int
	Chain     string // the hash of its last line, which stands for all that it covers
	Proven    bool   // its HMACs were checked with the key
	Changes   []Change
	Files     []string // that it covers
}

// Text says how the folder is sealed.
func (r *Report) Text() string {
	switch {
	case !r.Sealed && r.Checksums:
		return "not sealed: an earlier version wrote it, with checksums"
	case !r.Sealed:
		return "not sealed: an earlier version wrote it"
	case r.Key == "":
		return "sealed with plain hashes (" + r.Method + ")" + r.end()
	case !r.Proven:
		return fmt.Sprintf("sealed with key %s (%s), which is not given: damage is found, forgery is not%s", r.Key, r.Method, r.end())
	}
	return fmt.Sprintf("sealed with key %s (%s)%s", r.Key, r.Method, r.end())
}

func (r *Report) end() string {
	const digits = 16
	text := fmt.Sprintf(", %s to %s", quantity.Of(r.Lines, "line"), r.Chain[:min(len(r.Chain), digits)])
	if r.Adopted {
		text += ", begun after its first files"
	}
	return text
}

// Demand says what is asked of a folder's seal.
type Demand struct {
	Sealed bool                   // there has to be one: the folder's record says so
	Key    Key                    // that it was made with; zero: it is not known
	Only   func(file string) bool // the files to compare; nil: all
}

// Inspect compares the files of a place with its seal.
func Inspect(p Place, d Demand) (*Report, error) {
	for {
		before, err := p.read()
		if err != nil {
			return nil, wrap(err)
		}
		r, err := p.inspect(before, d)
		if err != nil || len(r.Changes) == 0 {
			return r, wrap(err)
		}
		// A process at work may have written between the two looks.
		if after, err := p.read(); err != nil || bytes.Equal(before, after) {
			return r, wrap(err)
		}
	}
}

// Require fails if a file is not what was written: the error is a *Changed, or a
// *KeyError. Whatever excuse accepts is no error; nil accepts nothing.
func Require(p Place, d Demand, excuse func(Change) bool) error {
	r, err := Inspect(p, d)
	if err != nil {
		return err
	}
	if r.Sealed && r.Key != d.Key.ID() {
		return wrap(&KeyError{p.path(p.seal), r.Key, d.Key.ID()})
	}
	var list []Change
	for _, c := range r.Changes {
		// A kill may have come before the last line.
		if closing := c.File == p.seal && c.What == openSeal; !closing && (excuse == nil || !excuse(c)) {
			list = append(list, c)
		}
	}
	if len(list) > 0 {
		return wrap(&Changed{p.Folder, list})
	}
	return nil
}

// read returns nil without an error where there is no seal.
func (p Place) read() ([]byte, error) {
	data, err := files.Read(p.path(p.seal), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return append([]byte{}, data...), err
}

func (p Place) inspect(data []byte, d Demand) (*Report, error) {
	k := parse(data, d.Key)
	if k.lines == 0 {
		return p.withoutSeal(d)
	}
	h := &k.header
	r := &Report{Sealed: true, Method: h.Method, Key: h.Key, Closed: k.closed, Adopted: h.Adopted, Lines: k.lines, Chain: k.chain}
	r.Proven = h.Key != "" && h.Key == d.Key.ID()
	if err := h.checkKey(d.Key, p.seal); err != nil && !d.Key.IsZero() {
		r.Changes = append(r.Changes, Change{p.seal, 1, err.(*KeyError).words()})
	}
	for _, c := range k.faults {
		c.File = p.seal
		r.Changes = append(r.Changes, c)
	}
	if k.closed && k.size < int64(len(data)) {
		r.Changes = append(r.Changes, Change{p.seal, k.lines + 1, unsealed})
	}
	found, ahead, err := p.checkManifest(k)
	if err != nil {
		return r, err
	}
	r.Changes = append(r.Changes, found...)
	if k.files[CondemnedFile].present {
		f, err := p.find(CondemnedFile)
		if err != nil {
			return r, err
		}
		r.Changes = append(r.Changes, Change{CondemnedFile, 0, strings.TrimSpace(string(f.data))})
	}
	for _, name := range k.names() {
		if k.files[name].present {
			r.Files = append(r.Files, name)
		}
		if name == p.manifest && ahead || d.Only != nil && !d.Only(name) {
			continue
		}
		changes, err := p.compare(name, k)
		if err != nil {
			return r, err
		}
		r.Changes = append(r.Changes, changes...)
	}
	if _, err := os.Lstat(p.path(p.lock)); err != nil && !k.files[p.lock].present {
		r.Changes = append(r.Changes, Change{p.lock, 0, gone})
	}
	return r, nil
}

// withoutSeal judges a place without a seal, or with the beginning of its first line: of
// an earlier version, killed before anything else was written, or robbed of it.
func (p Place) withoutSeal(d Demand) (*Report, error) {
	r := &Report{}
	_, err := os.Lstat(p.path(p.manifest))
	switch {
	case d.Sealed || err == nil:
		r.Changes = []Change{{p.seal, 0, gone}}
	case !d.Key.IsZero():
		r.Changes = []Change{{p.seal, 0, "there is none: the key was given, and nothing is sealed with it"}}
	case p.seal == File:
		r.Changes, r.Checksums, err = checkOld(p.Folder, d.Only)
		return r, err
	}
	return r, nil
}

// checkManifest compares the manifest with the seal that it was made from. It may be
// ahead of a seal whose closing line is missing.
func (p Place) checkManifest(k *ledger) (found []Change, ahead bool, err error) {
	data, err := files.Read(p.path(p.manifest), maxBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil // the seal knows whether there has to be one
	}
	if err != nil {
		return nil, false, err
	}
	if k.files[p.manifest].present && k.files[p.manifest].entry.SHA256 == hashOf(data) && k.closed {
		var m Manifest
		if json.Unmarshal(data, &m) != nil || k.lines < 2 || m.Lines != k.lines-1 || m.Chain != k.chains[k.lines-2] {
			return []Change{{p.manifest, 0, otherList}}, false, nil
		}
		return nil, false, nil
	}
	var m Manifest
	switch {
	case json.Unmarshal(data, &m) != nil || m.Lines < 1:
		if !k.files[p.manifest].present {
			found = []Change{{p.manifest, 0, edited}}
		}
	case m.Lines == k.lines && m.Chain == k.chain:
		return []Change{{p.seal, k.lines + 1, openSeal}}, true, nil
	case m.Lines >= k.lines:
		found = []Change{{p.seal, k.lines + 1, cutSeal}}
	case !k.files[p.manifest].present:
		found = []Change{{p.manifest, 0, edited}}
	}
	return found, false, nil
}

// onDisk is what is at the place of a file.
type onDisk struct {
	there bool
	file  bool // it is a regular one
	data  []byte
}

func (p Place) find(name string) (f onDisk, err error) {
	info, err := os.Stat(p.path(name))
	if err != nil {
		return f, nil // also where something on its way is no folder, or a link leads nowhere
	}
	f.there, f.file = true, info.Mode().IsRegular()
	if f.file {
		f.data, err = files.Read(p.path(name), maxBytes)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return onDisk{}, nil
	}
	return f, err
}

// compare finds what has changed of a file. What the last line announces need not have
// come.
func (p Place) compare(name string, k *ledger) ([]Change, error) {
	f, err := p.find(name)
	if err != nil {
		return nil, err
	}
	s := k.files[name]
	changes := s.differs(name, f)
	if before, announced := k.before[name]; announced && !k.closed && len(changes) > 0 && len(before.differs(name, f)) == 0 {
		return nil, nil
	}
	// When nobody is at work, a file that grows has to be exactly what it was.
	if size := s.bytes(); k.closed && len(changes) == 0 && s.present && !s.entry.Whole && int64(len(f.data)) > size {
		changes = []Change{{name, 1 + bytes.Count(f.data[:size], newline), unsealed}}
	}
	return changes, nil
}

// differs compares a file with a state.
func (s state) differs(name string, f onDisk) []Change {
	switch {
	case !s.present && !f.there:
		return nil
	case !s.present:
		return []Change{{name, 0, back}}
	case !f.there:
		return []Change{{name, 0, gone}}
	case !f.file:
		return []Change{{name, 0, noFile}}
	case s.entry.Whole:
		return s.entry.compareWhole(f.data)
	}
	var list []Change
	for _, b := range s.blocks {
		if b.From+b.Bytes > int64(len(f.data)) {
			return append(list, Change{name, bytes.Count(f.data, newline) + 1, missing})
		}
		text := f.data[b.From : b.From+b.Bytes]
		if chainOf(name, b.From, text) == b.SHA256 {
			continue
		}
		at, n := firstDifference(checksOf(text), b.Lines), len(b.Lines)/checkDigits
		if at < 0 || at >= n { // its checks are no help
			at = 0
		}
		list = append(list, Change{name, bytes.Count(f.data[:b.From], newline) + at + 1, edited})
	}
	return list
}

func (n *Entry) compareWhole(data []byte) []Change {
	if int64(len(data)) == n.Bytes && hashOf(data) == n.SHA256 {
		return nil
	}
	line := 0
	if n.Lines != "" {
		line = 1 + max(0, firstDifference(checksOf(data), n.Lines))
	}
	if int64(len(data)) < n.Bytes && line > bytes.Count(data, newline) {
		return []Change{{n.File, max(line, 1), missing}}
	}
	return []Change{{n.File, line, edited}}
}

// firstDifference is the index of the first line whose checks differ; -1: there is none.
func firstDifference(a, b string) int {
	for i := 0; i < max(len(a), len(b)); i += checkDigits {
		if i+checkDigits > len(a) || i+checkDigits > len(b) || a[i:i+checkDigits] != b[i:i+checkDigits] {
			return i / checkDigits
		}
	}
	return -1
}
