// Package files writes results so that nobody ever sees half of one.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/natefinch/atomic"
)

// Replace replaces the contents of a file: it writes, syncs and renames a temporary
// file. A symbolic link stays one, and a file keeps its mode (0644 for a new one). It
// writes directly to a pipe or a device. The error of a full disk wraps
// syscall.ENOSPC.
func Replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := replace(path, data); err != nil {
			return err
		}
		return os.Chmod(path, 0o644)
	case err != nil:
		return fmt.Errorf("files: %w", err)
	case !info.Mode().IsRegular():
		if err := os.WriteFile(path, data, 0); err != nil {
			return fmt.Errorf("files: %w", err)
		}
		return nil
	}
	return replace(path, data)
}

func replace(path string, data []byte) error {
	err := atomic.WriteFile(path, strings.NewReader(string(data)))
	if err == nil {
		return nil
	}
	// The library's error is only text, with names of temporary files.
	for _, known := range []syscall.Errno{syscall.ENOSPC, syscall.EROFS, syscall.EACCES} {
		if strings.HasSuffix(err.Error(), known.Error()) {
			return fmt.Errorf("files: %w", &fs.PathError{Op: "write", Path: path, Err: known})
		}
	}
	return fmt.Errorf("files: %w", err)
}
