// Package files writes results so that nobody ever sees half of one.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Replace replaces the contents of a file: it writes, syncs and renames a temporary
// file. A symbolic link stays one, and a file keeps its mode (0644 for a new one). It
// writes directly to a pipe or a device. The error of a full disk wraps
// syscall.ENOSPC.
func Replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("files: %w", err)
	case !info.Mode().IsRegular():
		if err := os.WriteFile(path, data, 0); err != nil {
			return fmt.Errorf("files: %w", err)
		}
		return nil
	default:
		mode = info.Mode()
	}
	if err := replace(path, data, mode); err != nil {
		return fmt.Errorf("files: %w", withPath(path, err))
	}
	return nil
}

// replace names the temporary file after the file, so that what a killed process
// leaves tells whose it was.
func replace(path string, data []byte, mode fs.FileMode) error {
	temporary, err := writeBeside(path, filepath.Base(path), data, mode)
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}
