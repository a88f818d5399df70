package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"evolab/internal/quantity"
)

// Tree is a folder or file of somebody else, who may change it while it is read. All that
// copies, packs or hashes such files does so through Walk: a link, pipe or device that
// somebody puts into the place of a file meanwhile is refused by its name, and nothing
// outside of the tree is ever opened.
type Tree struct {
	// Dir is a folder that the lab was told: links on the way to it are followed.
	Dir string
	// Name is what to walk, below Dir and with slashes; "" for all of Dir. No link may be
	// part of it.
	Name string

	Bytes int64 // of all files together, at most; holes count, too
	Files int   // files, folders and links, at most
	Depth int   // folders in folders, at most

	NoLinks bool // not even links that stay inside
	// Skip, if not nil, reports whether to leave out an entry, whatever it is, and all
	// that is in it.
	Skip func(name string, mode fs.FileMode) bool
}

// Entry is a file, folder or link of a tree.
type Entry struct {
	Name   string // below the top of the tree, with slashes; "." for the top
	Mode   fs.FileMode
	Size   int64  // of a file
	Target string // of a link

	ctx  context.Context
	root *os.Root // the folder that it is in
	base string   // its name there
	info fs.FileInfo
}

// TreeFault is why a tree is refused.
type TreeFault int

// The faults.
const (
	Irregular TreeFault = iota // neither file nor folder, or a link that may not be there
	TooLarge
	Changing
)

// TreeError is the error of a tree that is refused.
type TreeError struct {
	Fault TreeFault
	text  string
}

func (t *TreeError) Error() string { return t.text }

func refuse(fault TreeFault, format string, args ...any) error {
	return &TreeError{fault, fmt.Sprintf(format, args...)}
}

// changing is the error of a file that is not what it was a moment ago.
func changing(name string) error { return refuse(Changing, "%s changes while it is read", name) }

// Walk visits the top, then all that is in it: each folder before what it holds, in the
// order of the names.
func (t *Tree) Walk(ctx context.Context, visit func(*Entry) error) error {
	root, err := os.OpenRoot(t.Dir)
	if err != nil {
		return err
	}
	defer func() { root.Close() }()
	last := "."
	if t.Name != "" {
		way := strings.Split(t.Name, "/")
		last = way[len(way)-1]
		for i, name := range way[:len(way)-1] {
			next, err := openFolderIn(root, name, path.Join(way[:i+1]...))
			if err != nil {
				return err
			}
			root.Close()
			root = next
		}
	}
	w := &walk{Tree: t, ctx: ctx, visit: visit}
	return w.entry(root, last, ".", 0)
}

// walk is a walk in progress.
type walk struct {
	*Tree
	ctx   context.Context
	visit func(*Entry) error
	bytes int64
	files int
}

// entry visits what has the name base in a folder, and all that is in it.
func (w *walk) entry(root *os.Root, base, name string, depth int) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	info, err := root.Lstat(base)
	if errors.Is(err, fs.ErrNotExist) && depth > 0 {
		return changing(name)
	}
	if err != nil {
		return err
	}
	if w.Skip != nil && depth > 0 && w.Skip(name, info.Mode()) {
		return nil
	}
	e := &Entry{Name: name, Mode: info.Mode(), ctx: w.ctx, root: root, base: base, info: info}
	if err := w.check(e, depth); err != nil {
		return err
	}
	if err := w.visit(e); err != nil || !info.IsDir() {
		return err
	}
	return w.folder(e, depth)
}

// check refuses an entry that may not be there, and counts it.
func (w *walk) check(e *Entry, depth int) error {
	shown := e.Name
	if depth == 0 {
		shown = filepath.Base(filepath.Join(w.Dir, w.Name))
	}
	switch mode := e.Mode; {
	case mode&fs.ModeSymlink != 0:
		var err error
		if e.Target, err = e.root.Readlink(e.base); err != nil {
			return changing(shown)
		}
		if w.NoLinks || depth == 0 {
			return refuse(Irregular, "%s is a link, which is not followed", shown)
		}
		if !LinkStays(e.Name, e.Target) {
			return refuse(Irregular, "the link %s leads out of the folder, to %s", shown, e.Target)
		}
	case mode.IsRegular():
		e.Size = e.info.Size()
	case !e.Mode.IsDir():
		return refuse(Irregular, "%s is %s, which is no file, folder or link", shown, kindOf(mode))
	}
	w.files++
	w.bytes += e.Size
	switch {
	case w.bytes > w.Bytes:
		return refuse(TooLarge, "it holds more than %d MB", w.Bytes>>20)
	case w.files > w.Files:
		return refuse(TooLarge, "it holds more than %s and folders", quantity.Of(w.Files, "file"))
	case depth > w.Depth && e.Mode.IsDir():
		return refuse(TooLarge, "it holds more than %s in each other", quantity.Of(w.Depth, "folder"))
	}
	return nil
}

func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "something unknown"
}

func (w *walk) folder(e *Entry, depth int) error {
	dir, err := openFolderIn(e.root, e.base, e.Name)
	if err != nil {
		return err
	}
	defer dir.Close()
	open, err := dir.Open(".")
	if err != nil {
		return err
	}
	entries, err := open.ReadDir(max(1, w.Files+1)) // more cannot be counted
	if err = errors.Join(ignoreEOF(err), open.Close()); err != nil {
		return err
	}
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	for _, child := range entries {
		if err := w.entry(dir, child.Name(), path.Join(e.Name, child.Name()), depth+1); err != nil {
			return err
		}
	}
	return nil
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// openFolderIn opens a folder in a folder: the one that its name stands for, not one that
// a link leads to.
func openFolderIn(root *os.Root, base, name string) (*os.Root, error) {
	info, err := root.Lstat(base)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, refuse(Irregular, "%s is no folder", name)
	}
	dir, err := root.OpenRoot(base)
	if err != nil {
		return nil, swapped(err, root, base, name, info)
	}
	opened, err := dir.Stat(".")
	if err == nil && !os.SameFile(info, opened) {
		err = changing(name)
	}
	if err != nil {
		dir.Close()
		return nil, err
	}
	return dir, nil
}

// swapped returns the error of something, no link, that could not be opened: it changes, if
// its name stands for something else by now, or for a link at that moment.
func swapped(err error, root *os.Root, base, name string, was fs.FileInfo) error {
	if is, gone := root.Lstat(base); gone != nil || !os.SameFile(is, was) || errors.Is(err, syscall.ELOOP) {
		return changing(name)
	}
	return err
}

// openRegular opens a file in a folder; what blocks whoever opens it is refused.
func openRegular(root *os.Root, base, name string) (*os.File, fs.FileInfo, error) {
	f, err := root.OpenFile(base, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = refuse(Irregular, "%s is %s, which is no file", name, kindOf(info.Mode()))
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// ReadFile reads a file of a folder that somebody else may change meanwhile, and returns
// its permissions too. It follows only links that stay in the folder.
func ReadFile(dir, name string, most int64) ([]byte, fs.FileMode, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, 0, err
	}
	defer root.Close()
	f, info, err := openRegular(root, name, name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = refuse(TooLarge, "%s holds more than %s", name, quantity.Of(most, "byte"))
	}
	return data, info.Mode().Perm(), err
}

// WriteTo writes a file's contents: as many bytes as Walk has seen, or it fails.
func (e *Entry) WriteTo(w io.Writer) (int64, error) {
	f, info, err := openRegular(e.root, e.base, e.Name)
	if err != nil {
		return 0, swapped(err, e.root, e.base, e.Name, e.info)
	}
	defer f.Close()
	if !os.SameFile(info, e.info) || info.Size() != e.Size {
		return 0, changing(e.Name)
	}
	n, err := io.CopyBuffer(w, io.LimitReader(&contextReader{e.ctx, f}, e.Size+1), make([]byte, blockSize))
	if err != nil {
		return n, err
	}
	after, err := f.Stat()
	if err == nil && (n != e.Size || after.Size() != e.Size || !after.ModTime().Equal(info.ModTime())) {
		err = changing(e.Name)
	}
	return n, err
}

// blockSize is how much is copied at a time.
const blockSize = 1 << 16

// contextReader reads a file until the context ends.
type contextReader struct {
	ctx  context.Context
	file *os.File
}

func (r *contextReader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.file.Read(p)
}

// into copies the entry into a folder, under its name. What has that name there is
// replaced, but for a folder by a folder.
func (e *Entry) into(to *os.Root) error {
	name := filepath.FromSlash(e.Name)
	if name == "." {
		return nil
	}
	old, err := to.Lstat(name)
	switch {
	case err == nil && e.Mode.IsDir() && old.IsDir():
		return nil
	case err == nil:
		if err := to.RemoveAll(name); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	switch {
	case e.Mode.IsDir():
		return to.Mkdir(name, 0o755)
	case e.Mode&fs.ModeSymlink != 0:
		return to.Symlink(e.Target, name)
	}
	out, err := to.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, e.Mode.Perm()|0o600)
	if err != nil {
		return err
	}
	holes := &holeKeeper{file: out}
	_, err = e.WriteTo(holes)
	return errors.Join(err, holes.end(), out.Close())
}

// holeKeeper writes to a new file, but leaves blocks of zeros out: they take no place on
// the disk, as in the original.
type holeKeeper struct {
	file    *os.File
	at      int64
	skipped bool // the last block
}

func (h *holeKeeper) Write(block []byte) (int, error) {
	var zeros [blockSize]byte
	if h.skipped = bytes.Equal(block, zeros[:min(len(block), len(zeros))]); h.skipped {
		h.at += int64(len(block))
		return len(block), nil
	}
	n, err := h.file.WriteAt(block, h.at)
	h.at += int64(n)
	return n, err
}

func (h *holeKeeper) end() error {
	if !h.skipped {
		return nil
	}
	return h.file.Truncate(h.at)
}

// copyBounds limit a program's folder, so that a mistyped path does not copy a whole disk.
var copyBounds = Tree{Bytes: 1 << 30, Files: 100_000, Depth: 64}

func programTree(dir string) *Tree {
	t := copyBounds
	t.Dir = dir
	return &t
}

// CopyFolder copies what is in a folder into an empty one: files, folders, and links
// that stay inside. Anything else is an error.
func CopyFolder(ctx context.Context, from, to string) error {
	if inside(to, from) {
		return fmt.Errorf("folder %q holds the scratch folders of programs: it cannot be copied into them", from)
	}
	if err := programTree(from).CopyTo(ctx, to); err != nil {
		return fmt.Errorf("copy of %q: %w", from, err)
	}
	return nil
}

// CopyTo copies all that is in the tree into a folder.
func (t *Tree) CopyTo(ctx context.Context, dir string) error {
	to, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer to.Close()
	return t.Walk(ctx, func(e *Entry) error { return e.into(to) })
}

// copyProgram copies a folder, then writes the extra files, replacing those of the same
// name.
func copyProgram(from, to string, extra []File) error {
	if err := CopyFolder(context.Background(), from, to); err != nil {
		return err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return fmt.Errorf("copy of %q: %w", from, err)
	}
	defer root.Close()
	for _, f := range extra {
		err := root.RemoveAll(f.Name)
		if err == nil {
			err = root.WriteFile(f.Name, f.Data, 0o644)
		}
		if err != nil {
			return fmt.Errorf("file %q of a program: %w", f.Name, err)
		}
	}
	return nil
}

// inside reports whether a path is in a folder, once all links are followed.
func inside(path, dir string) bool {
	real, err := filepath.EvalSymlinks(path)
	folder, err2 := filepath.EvalSymlinks(dir)
	if err != nil || err2 != nil {
		return false
	}
	if folder, err = filepath.Abs(folder); err != nil {
		return false
	}
	rest, err := filepath.Rel(folder, real)
	return err == nil && rest != ".." && !strings.HasPrefix(rest, "../")
}

// LinkStays reports whether a link stays inside its folder, given its name there and
// its target. A target that goes up after going down may pass through another link
// and go up from wherever that leads, so it does not count as staying inside.
func LinkStays(name, to string) bool {
	if filepath.IsAbs(to) || !filepath.IsLocal(filepath.Join(filepath.Dir(name), to)) {
		return false
	}
	const up = ".."
	rest := strings.Split(filepath.ToSlash(to), "/")
	for len(rest) > 0 && (rest[0] == up || rest[0] == ".") {
		rest = rest[1:]
	}
	return !slices.Contains(rest, up)
}
