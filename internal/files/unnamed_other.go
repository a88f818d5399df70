//go:build !linux

package files

import (
	"errors"
	"io/fs"
)

func createUnnamed(string, []byte, fs.FileMode) error { return errors.ErrUnsupported }
