package files

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// createUnnamed writes a file that gets its name once it is whole, unless that is taken: a
// process that is killed meanwhile leaves nothing. Not every file system can do so.
func createUnnamed(path string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(filepath.Dir(path), os.O_WRONLY|unix.O_TMPFILE, 0o600)
	if err != nil {
		return errors.ErrUnsupported
	}
	defer f.Close()
	if err := fill(f, data, mode); err != nil {
		return err
	}
	// Without privileges, the kernel takes the file only by its path in /proc.
	err = unix.Linkat(unix.AT_FDCWD, "/proc/self/fd/"+strconv.Itoa(int(f.Fd())), unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW)
	if err != nil && err != unix.EEXIST {
		return errors.ErrUnsupported
	}
	return err
}
