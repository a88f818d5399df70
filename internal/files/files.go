// Package files writes results so that nobody ever sees half of one.
package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"evolab/internal/quantity"
)

// Replace replaces the contents of a file: it writes, syncs and renames a temporary
// file. A symbolic link stays one, and a file keeps its mode (0644 for a new one). It
// writes directly to a pipe or a device. The error of a full disk wraps
// syscall.ENOSPC.
func Replace(path string, data []byte) error {
	file, stream, err := Destination(path)
	switch {
	case err != nil:
	case stream:
		err = writeStream(path, data)
	default:
		mode := fs.FileMode(0o644)
		if info, err := os.Stat(file); err == nil {
			mode = info.Mode()
		}
		err = replace(file, data, mode)
	}
	if err != nil {
		return withPath(path, err)
	}
	return nil
}

// replace names the temporary file after the file, so that what a killed process
// leaves tells whose it was. A new file needs none, and it is there only for a moment,
// where the system has files without a name.
func replace(path string, data []byte, mode fs.FileMode) error {
	named := func(err error) bool { return errors.Is(err, errors.ErrUnsupported) || errors.Is(err, fs.ErrExist) }
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		if err := createUnnamed(path, data, mode); !named(err) {
			return err
		}
	}
	temporary := path + strconv.Itoa(os.Getpid())
	err := createUnnamed(temporary, data, mode)
	if named(err) {
		temporary, err = writeBeside(path, filepath.Base(path), data, mode)
	}
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// Create writes a file that must not exist yet, as a whole or not at all. If it exists,
// the error wraps fs.ErrExist.
func Create(path string, data []byte) error { return create(path, data, 0o644) }

// CreatePrivate is Create for a file that no other user may read.
func CreatePrivate(path string, data []byte) error { return create(path, data, 0o600) }

func create(path string, data []byte, mode fs.FileMode) error {
	err := createUnnamed(path, data, mode)
	if errors.Is(err, errors.ErrUnsupported) {
		var temporary string
		if temporary, err = writeBeside(path, ".evolab-*", data, mode); err == nil {
			defer os.Remove(temporary)
			err = place(temporary, path)
		}
	}
	if err != nil {
		return withPath(path, err)
	}
	return nil
}

// writeBeside writes a whole temporary file to the folder of another one, and
// returns its path. The name is that of os.CreateTemp for a pattern.
func writeBeside(path, pattern string, data []byte, mode fs.FileMode) (temporary string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), pattern)
	if err != nil {
		return "", err
	}
	if err = errors.Join(fill(f, data, mode), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

func fill(f *os.File, data []byte, mode fs.FileMode) error {
	_, err := f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = f.Chmod(mode)
	}
	return err
}

// place gives a complete file its name unless the name is taken.
func place(temporary, path string) error {
	err := os.Link(temporary, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	// Some file systems have no links.
	if _, err := os.Lstat(path); err == nil {
		return fs.ErrExist
	}
	return os.Rename(temporary, path)
}

// withPath makes an error about the temporary file one about the file.
func withPath(path string, err error) error {
	var about *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &link):
		err = link.Err
	case errors.As(err, &about):
		err = about.Err
	}
	return &fs.PathError{Op: "write", Path: path, Err: err}
}

// Remove removes a file that need not be there.
func Remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// Open opens a regular file for reading. It refuses anything else at once: whoever opens
// or reads a pipe may wait for ever.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		err = irregular(path, info.Mode())
	}
	if err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may be a pipe by now
}

// Read reads a regular file, and fails if it is larger than most bytes.
func Read(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	return readMost(f, path, most)
}

// ReadText is Read for a text that people write.
func ReadText(path string, most int64) ([]byte, error) {
	data, err := Read(path, most)
	return WithoutMark(data), err
}

// ReadArgument is ReadText for what a command line names, which may be a pipe, as of <(...).
func ReadArgument(path string, most int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	data, err := readMost(f, path, most)
	return WithoutMark(data), err
}

// WithoutMark returns a text without the byte order mark with which some editors begin it.
func WithoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

func readMost(f *os.File, path string, most int64) ([]byte, error) {
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > most {
		return nil, fmt.Errorf("%s is larger than %s, which is more than such a file can hold", path, quantity.Of(most, "byte"))
	}
	return data, nil
}

// CheckFolder fails if something in a folder is neither a file nor a folder, or a link to
// something else: the reading of a pipe or a device may never end.
func CheckFolder(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		mode := e.Type()
		if mode&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(folder, e.Name()))
			if err != nil {
				continue // a link that leads nowhere is read by nobody
			}
			mode = info.Mode()
		}
		if !mode.IsRegular() && !mode.IsDir() {
			return fmt.Errorf("%s is neither a file nor a folder (a pipe or a device?)", filepath.Join(folder, e.Name()))
		}
	}
	return nil
}

// NewFolder makes the folder <date-time>-<name> below root and returns its
// name. Folders made in the same second get a number.
func NewFolder(root, name string, now time.Time) (string, error) {
	if err := MakeFolder(root); err != nil {
		return "", err
	}
	base := now.Format("2006-01-02-150405") + "-" + name
	for n := 1; ; n++ {
		folder := base
		if n > 1 {
			folder = fmt.Sprintf("%s-%d", base, n)
		}
		err := os.Mkdir(filepath.Join(root, folder), 0o755)
		if err == nil {
			return folder, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
}
