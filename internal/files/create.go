package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Create writes a file that must not exist yet, as a whole or not at all. If it exists,
// the error wraps fs.ErrExist.
func Create(path string, data []byte) error {
	temporary, err := writeBeside(path, ".evolab-*", data, 0o644)
	if err == nil {
		defer os.Remove(temporary)
		err = place(temporary, path)
	}
	if err != nil {
		return fmt.Errorf("files: %w", withPath(path, err))
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
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Chmod(f.Name(), mode)
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
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
