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
	temporary, err := os.CreateTemp(filepath.Dir(path), ".evolab-*")
	if err != nil {
		return fmt.Errorf("files: %w", withPath(path, err))
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	if err == nil {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Close()); err == nil {
		err = os.Chmod(temporary.Name(), 0o644)
	}
	if err == nil {
		err = place(temporary.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("files: %w", withPath(path, err))
	}
	return nil
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
