// Package seal keeps a record of what was written to a folder, so that nothing in it
// vanishes or changes unseen: a bit that a disk has turned, a line that is gone, a figure
// that somebody has edited, a file that was removed.
//
// The seal is seal.jsonl, which only grows. Each of its lines says which files were
// written, with their lengths and SHA-256, and is chained to the line before by a hash.
// Of a file that grows it has the hash chain over the lines that were added. With a key,
// a line also has an HMAC of its hash, so that even somebody who rewrites everything is
// found out by whoever has the key; without one, the seal detects whatever is done
// without computing the chain anew. A folder that is finished has manifest.json as well,
// which lists its files: the last line of the seal has the manifest's hash, and the
// manifest has the number of lines and the hash before, so that neither can be cut.
//
// Of a file that is replaced as a whole, the line is written before the file: until the
// file has its name, the contents before it still hold. Of a file that grows, it is
// written after the lines are on the disk: what it does not cover has not been finished.
// So a process can be killed at any moment, and no kill looks like damage. Only what the
// seal covers counts: lines after it are not read again.
//
// The seal has a file of its own, because the files that it covers have readers and forms
// of their own, which stay as they are, and the same bytes with any key.
package seal

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"evolab/internal/files"
	"evolab/internal/quantity"
)

// The files of a folder's seal.
const (
	File         = "seal.jsonl"
	ManifestFile = "manifest.json"
	LockFile     = "seal.lock" // locked while the seal is written
)

// Schema is the version of the seal and the manifest.
const Schema = 1

// Place is where a seal is, and what it seals.
type Place struct {
	Folder               string
	seal, manifest, lock string // names in the folder
}

// In is the place of a folder's seal.
func In(folder string) Place { return Place{folder, File, ManifestFile, LockFile} }

// Beside is the place of the seal of a single file: its files are named after it.
func Beside(path string) Place {
	dir, name := filepath.Split(path)
	return Place{filepath.Clean(dir), name + besideSeal, name + besideManifest, name + besideSeal + ".lock"}
}

const besideSeal, besideManifest = ".seal", ".manifest"

// AllBeside are the paths in a folder that have a seal beside them, or the manifest of one.
func AllBeside(folder string) (list []string) {
	for _, ending := range []string{besideSeal, besideManifest} {
		found, _ := filepath.Glob(filepath.Join(folder, "*"+ending))
		for _, name := range found {
			list = append(list, strings.TrimSuffix(name, ending))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (p Place) path(name string) string { return filepath.Join(p.Folder, filepath.FromSlash(name)) }

// Exists reports whether there is a seal, or the manifest of one.
func (p Place) Exists() bool {
	return slices.ContainsFunc([]string{p.seal, p.manifest}, func(name string) bool {
		_, err := os.Lstat(p.path(name))
		return err == nil
	})
}

// Writer writes the files of a place and their seal. Several processes may write to a
// place at a time, to different files.
type Writer struct {
	Place
	key Key

	mu     sync.Mutex
	known  *ledger
	failed bool // what the last line announces may not be there
}

// Open opens the seal of a place, or begins one. It fails with a *KeyError if the seal was
// made with another key, or with none. Files without a seal, which an earlier version
// left, are sealed as they are, but not with a key: it would vouch for them.
func Open(p Place, key Key, held ...string) (*Writer, error) {
	w := &Writer{Place: p, key: key}
	if err := w.locked(func() error { return w.open(held) }); err != nil {
		return nil, wrap(err)
	}
	return w, nil
}

func (w *Writer) open(held []string) error {
	if err := w.load(); err != nil {
		return err
	}
	if w.known.lines > 0 {
		return w.known.header.checkKey(w.key, w.path(w.seal))
	}
	first := record{Schema: Schema, Method: w.key.Method(), Key: w.key.ID(), Adopted: len(held) > 0}
	if first.Adopted && !w.key.IsZero() {
		return &KeyError{w.path(w.seal), "", w.key.ID()}
	}
	for _, name := range held {
		data, err := files.Read(w.path(name), maxBytes)
		if err != nil {
			return err
		}
		if filepath.Ext(name) == ".jsonl" {
			first.Files = append(first.Files, Added(name, 0, data[:bytes.LastIndexByte(data, '\n')+1]))
		} else {
			first.Files = append(first.Files, Replaced(name, data))
		}
	}
	return w.append(first)
}

// OpenFolder opens the seal of a folder that was begun earlier. It fails with a *Changed
// if there has to be a seal, and there is none. What an earlier version left without one
// is sealed as it is, if it agrees with its checksums.
func OpenFolder(folder string, d Demand) (*Writer, error) {
	p := In(folder)
	if data, err := p.read(); err != nil || bytes.Contains(data, newline) {
		if err != nil {
			return nil, wrap(err)
		}
		return Open(p, d.Key)
	}
	if err := Require(p, d, nil); err != nil {
		return nil, err
	}
	var held []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		name, _ := filepath.Rel(folder, path)
		name = filepath.ToSlash(name)
		// Locks and what a kill leaves half written are no part of a record.
		if err == nil && e.Type().IsRegular() && !isLock(name) && !temporary(name) && name != ChecksumsFile {
			held = append(held, name)
		}
		return err
	})
	if err != nil {
		return nil, wrap(err)
	}
	w, err := Open(p, d.Key, held...)
	if err == nil {
		err = wrap(files.Remove(filepath.Join(folder, ChecksumsFile)))
	}
	return w, err
}

// temporary reports whether a name is one that package files gives to half-written files.
func temporary(name string) bool {
	ext := filepath.Ext(name)
	return ext != "" && strings.TrimRight(ext, "0123456789") != ext && strings.TrimRight(ext, "0123456789") != "."
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("seal: %w", err)
}

// CondemnedFile is in a place whose record is known to be false.
const CondemnedFile = "condemned.txt"

// Condemn says why the record is false. Inspect names it from then on, and Require fails.
func (w *Writer) Condemn(why string) error { return w.Replace(CondemnedFile, []byte(why+"\n")) }

// Method names how the place is sealed.
func (w *Writer) Method() string { return w.key.Method() }

// Write adds entries about files to the seal, in one line. It is on the disk when Write
// returns.
func (w *Writer) Write(entries ...Entry) error {
	if len(entries) == 0 {
		return nil
	}
	return wrap(w.locked(func() error { return w.enter(record{Files: entries}) }))
}

// Contents is a file with its new contents.
type Contents struct {
	File string // below the folder, with slashes
	Data []byte
}

// Replace replaces a file, with entries about others.
func (w *Writer) Replace(file string, data []byte, others ...Entry) error {
	return w.ReplaceAll([]Contents{{file, data}}, others...)
}

// ReplaceAll replaces files, with entries about others, and a single line of the seal.
func (w *Writer) ReplaceAll(list []Contents, others ...Entry) error {
	entries := slices.Clone(others)
	for _, c := range list {
		entries = append(entries, Replaced(c.File, c.Data))
	}
	if len(entries) == 0 {
		return nil
	}
	return w.perform(entries, func() error {
		for _, c := range list {
			if err := files.Replace(w.path(c.File), c.Data); err != nil {
				return err
			}
		}
		return nil
	})
}

// Include seals files that others have written.
func (w *Writer) Include(names ...string) error {
	var entries []Entry
	for _, name := range names {
		data, err := files.Read(w.path(name), maxBytes)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return wrap(err)
		}
		entries = append(entries, Replaced(name, data))
	}
	return w.Write(entries...)
}

// Remove removes files that need not be there.
func (w *Writer) Remove(names ...string) error {
	var there []string
	var entries []Entry
	for _, name := range names {
		if _, err := os.Lstat(w.path(name)); err == nil {
			there, entries = append(there, name), append(entries, Entry{File: name, Removed: true})
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return w.perform(entries, func() error {
		for _, name := range there {
			if err := files.Remove(w.path(name)); err != nil {
				return wrap(err)
			}
		}
		return nil
	})
}

// perform announces what is then done. Nobody else writes meanwhile, so what the last
// line of a seal announces is all that a kill can have left undone.
func (w *Writer) perform(entries []Entry, act func() error) error {
	return w.locked(func() error {
		if err := w.enter(record{Files: entries}); err != nil {
			return wrap(err)
		}
		w.failed = true
		if err := act(); err != nil {
			return err
		}
		w.failed = false
		return nil
	})
}

// Covered is how many bytes of a file the seal covers.
func (w *Writer) Covered(file string) (n int64, err error) {
	err = w.locked(func() error {
		if err := w.refresh(); err != nil {
			return err
		}
		n = w.known.files[file].bytes()
		return nil
	})
	return n, wrap(err)
}

// OpenJournal opens or creates a journal that the seal covers once its lines are on the
// disk. Lines that the seal does not cover are cut off: no more than a kill has left.
func (w *Writer) OpenJournal(name string, isWhole func(line []byte) bool) (*files.Journal, error) {
	var covered int64
	j, _, err := files.OpenJournalTo(w.path(name), func() (n int64, err error) {
		covered, err = w.Covered(name)
		return covered, err
	}, isWhole)
	if err != nil {
		return nil, err
	}
	if err := j.OnSync(covered, func(from int64, lines []byte) error { return w.Write(Added(name, from, lines)) }); err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return j, nil
}

// Closed reports whether the seal is closed.
func (w *Writer) Closed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.known.closed
}

// Finish writes the manifest and closes the seal: from then on all files are exactly what
// they are. Locks are empty files that have to stay. Whatever is written later opens the
// seal again.
func (w *Writer) Finish(locks ...string) error {
	return wrap(w.locked(func() error {
		if err := w.refresh(); err != nil {
			return err
		}
		var entries []Entry
		for _, name := range append(locks, w.lock) {
			if _, err := os.Lstat(w.path(name)); err == nil && !w.known.files[name].present {
				entries = append(entries, Replaced(name, nil))
			}
		}
		if len(entries) > 0 {
			if err := w.append(record{Files: entries}); err != nil {
				return err
			}
		}
		if w.known.closed {
			return nil
		}
		text, err := w.manifestText()
		if err != nil {
			return err
		}
		if err := files.Replace(w.path(w.manifest), text); err != nil {
			return err
		}
		return w.append(record{Closed: true, Files: []Entry{Replaced(w.manifest, text)}})
	}))
}

// locked does something while nobody else writes to the seal.
func (w *Writer) locked(act func() error) (err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	const most = 30 * time.Second // others write a few files
	ctx, stop := context.WithTimeout(context.Background(), most)
	defer stop()
	lock := flock.New(w.path(w.lock), flock.SetPermissions(0o644))
	if _, err := lock.TryLockContext(ctx, time.Millisecond); err != nil {
		return fmt.Errorf("%s: %w", w.path(w.lock), err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	return act()
}

// enter adds a line.
func (w *Writer) enter(r record) error {
	if err := w.refresh(); err != nil {
		return err
	}
	return w.append(r)
}

// refresh reads the seal again if another process has written to it, or an earlier line
// may have announced what did not come.
func (w *Writer) refresh() error {
	info, err := os.Stat(w.path(w.seal))
	if err != nil {
		return err
	}
	if info.Size() == w.known.size && !w.failed {
		return nil
	}
	return w.load()
}

// load reads the seal. It cuts a torn line off, and takes back what the last line
// announces if that did not come.
func (w *Writer) load() error {
	data, err := files.Read(w.path(w.seal), maxBytes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w.known = parse(data, w.key)
	if w.known.size < int64(len(data)) {
		if err := os.Truncate(w.path(w.seal), w.known.size); err != nil {
			return err
		}
	}
	w.failed = false
	if err := w.close(); err != nil {
		return err
	}
	var undone []Entry
	for name, before := range w.known.before {
		f, err := w.find(name)
		if err != nil {
			return err
		}
		if len(w.known.files[name].differs(name, f)) > 0 && len(before.differs(name, f)) == 0 {
			undone = append(undone, before.again(name)...)
		} // what is neither is damaged, and stays so
	}
	if len(undone) == 0 {
		return nil
	}
	slices.SortStableFunc(undone, func(a, b Entry) int { return bytes.Compare([]byte(a.File), []byte(b.File)) })
	return w.append(record{Files: undone})
}

// close adds the line that closes the seal if a kill came between the manifest and it.
func (w *Writer) close() error {
	there, err := files.Read(w.path(w.manifest), maxBytes)
	if err != nil || w.known.closed || w.known.lines == 0 {
		return nil
	}
	text, err := w.manifestText()
	if err != nil || !bytes.Equal(text, there) {
		return nil // it is that of another moment
	}
	return w.append(record{Closed: true, Files: []Entry{Replaced(w.manifest, text)}})
}

// append writes a line and its end with a single call of the system.
func (w *Writer) append(r record) error {
	line, err := w.known.encode(r, w.key)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(w.path(w.seal), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	if _, err = f.Write(line); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		w.failed = true // the line may be torn
		return err
	}
	w.known.read(line, w.key)
	return nil
}

// Key makes a seal that only whoever has it can make. The zero Key makes one of plain
// hashes.
type Key struct{ secret []byte }

// The methods of seals.
const (
	Plain = "sha256"
	HMAC  = "hmac-sha256"
)

// ErrKey is the error of a file that holds no key.
var ErrKey = errors.New("a key is 16 to 4096 bytes that nobody can guess")

// ReadKey reads a key from a file, without the line break at its end.
func ReadKey(path string) (Key, error) {
	const least, most = 16, 4096
	data, err := files.Read(path, most+2)
	if err != nil {
		return Key{}, wrap(err)
	}
	data = bytes.TrimRight(data, "\r\n")
	if len(data) < least || len(data) > most {
		return Key{}, fmt.Errorf("seal: %s holds %s: %w", path, quantity.Of(len(data), "byte"), ErrKey)
	}
	return Key{data}, nil
}

// IsZero reports whether there is no key.
func (k Key) IsZero() bool { return len(k.secret) == 0 }

// Method names how the key seals.
func (k Key) Method() string {
	if k.IsZero() {
		return Plain
	}
	return HMAC
}

// ID tells keys apart; "" without a key.
func (k Key) ID() string {
	if k.IsZero() {
		return ""
	}
	return k.mac([]byte("evolab: the name of this key"))[:8]
}

// mac is "" without a key.
func (k Key) mac(text []byte) string {
	if k.IsZero() {
		return ""
	}
	h := hmac.New(sha256.New, k.secret)
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

// KeyError is the error of a seal that was made with another key, with none, or with one
// that was not given.
type KeyError struct {
	File        string
	Made, Given string // the IDs of the keys; "" for none
}

func (e *KeyError) Error() string { return e.File + ": " + e.words() }

func (e *KeyError) words() string {
	switch {
	case e.Made == "":
		return "it was sealed without a key, and a key is given"
	case e.Given == "":
		return "it was sealed with key " + e.Made + ", which is not given"
	}
	return fmt.Sprintf("it was sealed with key %s, not with the given %s", e.Made, e.Given)
}

// Manifest is manifest.json: the files that a finished folder has to have.
type Manifest struct {
	Schema int      `json:"schema"`
	Method string   `json:"method"`
	Key    string   `json:"key,omitempty"` // ID
	Lines  int      `json:"lines"`         // of the seal before the one that closes it
	Chain  string   `json:"chain"`         // of the last of these
	Files  []Listed `json:"files"`         // by name
}

// Listed is a file of a manifest.
type Listed struct {
	File   string `json:"file"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
}

// manifestText lists what the seal covers.
func (w *Writer) manifestText() ([]byte, error) {
	k := w.known
	m := Manifest{Schema: Schema, Method: k.header.Method, Key: k.header.Key, Lines: k.lines, Chain: k.chain}
	for _, name := range k.names() {
		s := k.files[name]
		if !s.present || name == w.manifest {
			continue
		}
		f := Listed{name, s.bytes(), s.entry.SHA256}
		if !s.entry.Whole {
			data, err := files.Read(w.path(name), maxBytes)
			if errors.Is(err, fs.ErrNotExist) {
				return nil, &Changed{w.Folder, []Change{{name, 0, gone}}}
			}
			if err != nil {
				return nil, err
			}
			if int64(len(data)) < s.bytes() {
				return nil, &Changed{w.Folder, []Change{{name, 0, missing}}}
			}
			if int64(len(data)) > s.bytes() {
				return nil, &Changed{w.Folder, []Change{{name, 1 + bytes.Count(data[:s.bytes()], newline), unsealed}}}
			}
			f.SHA256 = hashOf(data)
		}
		m.Files = append(m.Files, f)
	}
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}
