package host

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"evolab/internal/untrusted"
)

// folder is the folder that a program runs in, as its supervisor uses it: no link can
// lead what is opened through root out of the folder.
type folder struct {
	root     *os.Root
	dir      *os.File
	temp     *os.Root  // its folder for temporary files
	tempName string    // what the program calls that
	filled   time.Time // since then only the program and the host write
}

// tempVariable stands for the folder for temporary files where its path differs from game to game.
const tempVariable = "$TMPDIR"

// openFolder opens a folder, into which the program has been copied, both as a root and as
// a file, and the one for temporary files.
func openFolder(path, temp, tempName string) (f folder, err error) {
	if f.dir, err = os.Open(path); err != nil {
		return folder{}, err
	}
	if f.root, err = os.OpenRoot(path); err != nil {
		return folder{}, errors.Join(err, f.dir.Close())
	}
	if f.temp, err = os.OpenRoot(temp); err != nil {
		return folder{}, errors.Join(err, f.root.Close(), f.dir.Close())
	}
	f.tempName, f.filled = tempName, time.Now()
	return f, nil
}

// InFolder is the name of a file in a program's folder, by the path that the program knows;
// false for paths elsewhere.
func InFolder(path string) (name string, ok bool) {
	m := ownFolder().FindStringSubmatch(path)
	if m == nil {
		return "", false
	}
	return m[1], true
}

// ownFolder matches paths of a cage, and of a scratch folder on the disk.
var ownFolder = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:/player|.*/` + tempPrefix + `host-[^/]+/program)/(.+)$`)
})

func (f *folder) close() error { return errors.Join(f.root.Close(), f.dir.Close(), f.temp.Close()) }

// prepare writes input.txt and removes output.txt, whatever the program has put
// there. At the start of a game it also removes playdata.txt of the last one.
func (f *folder) prepare(input []byte, fresh bool) error {
	_ = f.dir.Chmod(0o755) // the program may have taken away its permissions
	gone := []string{outputName, inputName}
	if fresh {
		gone = append(gone, playDataName)
	}
	for _, name := range gone {
		if err := removeTree(f.root, name); err != nil {
			return fmt.Errorf("files of a ply: %w", err)
		}
	}
	in, err := f.root.OpenFile(inputName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("input: %w", err)
	}
	_, err = in.Write(input)
	if err = errors.Join(err, in.Close()); err != nil {
		return fmt.Errorf("input: %w", err)
	}
	return nil
}

// NoOutputFile begins the detail of a Failure by NoOutput of a program that has left no
// output.txt. The files that it has written instead, if any, follow in brackets.
const NoOutputFile = "there is no output.txt"

// writtenInstead names some files that the program has written, first those whose names
// are nearly that of output.txt: in capitals, in a folder, behind a backslash. Among the
// temporary files it looks for no others.
func (f *folder) writtenInstead() string {
	const most = 3
	near, others := f.written(f.root)
	inTemp, _ := f.written(f.temp)
	for _, name := range inTemp {
		near = append(near, path.Join(f.tempName, name))
	}
	if near = append(near, others...); len(near) == 0 {
		return ""
	}
	return " (it wrote " + strings.Join(near[:min(most, len(near))], ", ") + ")"
}

// written lists the files in a folder that the program has written: those whose names are
// nearly that of output.txt, and others. The clock of a file system may lag by a hundredth
// of a second, so that what is written at once is missed.
func (f *folder) written(root *os.Root) (near, others []string) {
	const deepest, maxEntries, longestName = 4, 5000, 100
	entries := 0
	_ = fs.WalkDir(root.FS(), ".", func(path string, d fs.DirEntry, err error) error {
		if entries++; entries > maxEntries {
			return fs.SkipAll
		}
		if err != nil || d.Name() == "__pycache__" || strings.Count(path, "/") >= deepest {
			return skipped(d)
		}
		info, err := d.Info()
		if err != nil || !info.Mode().IsRegular() || !info.ModTime().After(f.filled) {
			return nil
		}
		name := untrusted.Line(path, longestName)
		if strings.EqualFold(d.Name()[strings.LastIndexByte(d.Name(), '\\')+1:], outputName) {
			near = append(near, name)
		} else if path != inputName {
			others = append(others, name)
		}
		return nil
	})
	return near, others
}

func skipped(d fs.DirEntry) error {
	if d != nil && d.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// output reads the answer, but only from a regular file: opening anything else could
// block for ever or lead elsewhere. No process of the program is left to replace the
// file between the check and the opening.
func (f *folder) output() ([]byte, error) {
	_ = f.dir.Chmod(0o755)
	info, err := f.root.Lstat(outputName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errors.New(NoOutputFile + f.writtenInstead())
	}
	if err != nil {
		return nil, errors.New("output.txt cannot be looked at")
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("output.txt is not a regular file")
	}
	if info.Mode()&0o400 == 0 {
		_ = f.root.Chmod(outputName, 0o600)
	}
	out, err := f.root.Open(outputName)
	if err != nil {
		return nil, fmt.Errorf("output.txt: %w", err)
	}
	defer out.Close()
	return io.ReadAll(io.LimitReader(out, MaxOutput))
}

// scratch is a folder on the disk for one program: the copy of its folder, in
// which it runs, and a place for temporary files.
type scratch struct {
	top     string // holds both; the program cannot change it
	program string
	temp    string
	lock    *os.File // marks the folder as in use
}

// newScratch makes a scratch folder, with a copy of dir and the extra files in it
// unless dir is "".
func newScratch(dir string, extra []File) (*scratch, error) {
	top, lock, err := TempDir("host")
	if err != nil {
		return nil, err
	}
	s := &scratch{top: top, program: filepath.Join(top, "program"), temp: filepath.Join(top, "tmp"), lock: lock}
	const searchable = 0o711 // by the user that the program runs as
	err = errors.Join(os.Chmod(top, searchable), os.Mkdir(s.program, 0o755), os.Mkdir(s.temp, 0o700))
	if err != nil {
		err = fmt.Errorf("scratch folder: %w", err)
	} else if dir != "" {
		err = copyProgram(dir, s.program, extra)
	}
	if err != nil {
		return nil, errors.Join(err, s.remove())
	}
	return s, nil
}

// remove deletes the scratch folder, whatever the program made of it.
func (s *scratch) remove() error {
	defer s.lock.Close()
	return Remove(s.top)
}

// tempPrefix begins the names of all folders for temporary files; their kind
// follows.
const tempPrefix = "evolab-"

// TempDir makes a folder for temporary files of a kind: host, build, doctor, worker
// or class. It stays in use until the file is closed or this process ends; the next
// command removes folders that are no longer in use.
func TempDir(kind string) (string, *os.File, error) {
	sweepOnce()
	var err error
	for range 5 { // another command that sweeps may take it for a leftover
		var top string
		if top, err = os.MkdirTemp("", tempPrefix+kind+"-"); err != nil {
			break
		}
		var lock *os.File
		if lock, err = lockFolder(top); err == nil {
			return top, lock, nil
		}
		os.Remove(top)
	}
	return "", nil, fmt.Errorf("scratch folder: %w", err)
}

var sweepOnce = sync.OnceFunc(sweep)

// sweep removes the folders of commands that ended without cleaning up.
func sweep() {
	for _, kind := range []string{"host", "build", "doctor", "worker", "class"} {
		old, _ := filepath.Glob(filepath.Join(os.TempDir(), tempPrefix+kind+"-*"))
		for _, dir := range old {
			if lock, err := lockFolder(dir); err == nil && lock != nil {
				if ownedByUser(lock) {
					_ = Remove(dir) // if it fails, the next command tries again
				}
				lock.Close()
			}
		}
	}
}

// Remove deletes a folder, whatever a program did to it: folders without permissions,
// or nested more deeply than a path can name.
func Remove(dir string) error {
	if os.RemoveAll(dir) == nil {
		return nil
	}
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("removing %q: %w", dir, err)
	}
	defer parent.Close()
	return removeTree(parent, filepath.Base(dir))
}

// removeTree removes a file or folder of any shape.
func removeTree(root *os.Root, name string) error {
	info, err := root.Lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil && !info.IsDir() {
		return root.Remove(name)
	}
	if err != nil {
		return fmt.Errorf("removing %q: %w", name, err)
	}
	if err = makeWritable(root, name); err == nil {
		err = flatten(root, name)
	}
	if err != nil {
		return fmt.Errorf("removing %q: %w", name, err)
	}
	return root.Remove(name)
}

// flatten empties a folder. It moves the folders in its folders up into it, so that
// no path is longer than three names, and only one folder is open.
func flatten(root *os.Root, name string) error {
	dir, err := root.OpenRoot(name)
	if err != nil {
		return err
	}
	defer dir.Close()
	moved := 0
	for {
		entries, err := fs.ReadDir(dir.FS(), ".")
		if err != nil || len(entries) == 0 {
			return err
		}
		for _, e := range entries {
			if err := emptyEntry(dir, e, &moved); err != nil {
				return err
			}
			if err := dir.Remove(e.Name()); err != nil {
				return err
			}
		}
	}
}

// emptyEntry empties an entry that is a folder: it removes the files, and moves the
// folders up beside the entry.
func emptyEntry(dir *os.Root, e fs.DirEntry, moved *int) error {
	if !e.IsDir() {
		return nil
	}
	if err := makeWritable(dir, e.Name()); err != nil {
		return err
	}
	inside, err := fs.ReadDir(dir.FS(), e.Name())
	if err != nil {
		return err
	}
	for _, child := range inside {
		path := filepath.Join(e.Name(), child.Name())
		if !child.IsDir() {
			if err := dir.Remove(path); err != nil {
				return err
			}
			continue
		}
		if err := errors.Join(makeWritable(dir, path), moveAside(dir, path, moved)); err != nil {
			return err
		}
	}
	return nil
}

func moveAside(dir *os.Root, path string, moved *int) error {
	for {
		*moved++
		name := fmt.Sprintf("evolab-moved-%d", *moved)
		if _, err := dir.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return dir.Rename(path, name)
		}
	}
}

// makeWritable gives a folder the permissions that its removal needs.
func makeWritable(root *os.Root, name string) error { return root.Chmod(name, 0o700) }
