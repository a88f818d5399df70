package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// Destination returns what writing to a path changes: the file at the end of its symbolic
// links, which need not be there, or a stream.
func Destination(path string) (file string, stream bool, err error) {
	info, err := os.Stat(path)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", false, err
	case err == nil && !info.Mode().IsRegular():
		return path, true, writableAsStream(path, info)
	case err == nil && standardStream(info) != nil:
		return path, true, nil // as the file behind /dev/stdout, which the shell has open
	}
	file, err = linkEnd(path)
	if err != nil {
		return "", false, err
	}
	if end, err := os.Lstat(file); info != nil && (err != nil || !os.SameFile(info, end)) {
		return path, true, nil // open, and without a name: /proc/self/fd/3 of a removed file
	}
	return file, false, nil
}

// linkEnd follows the symbolic links of a path, and of its folder, to their end.
func linkEnd(path string) (string, error) {
	const most = 40 // as Linux follows
	for range most {
		dir, base := filepath.Split(path)
		if dir == "" {
			dir = "."
		}
		dir, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		path = filepath.Join(dir, base)
		if info, err := os.Lstat(path); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return path, ignoreMissing(err)
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if path = to; !filepath.IsAbs(to) {
			path = dir + string(filepath.Separator) + to // Join would take a link's .. for its folder's
		}
	}
	return "", &fs.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
}

// MakeFolder makes a folder and those around it, at the end of symbolic links where these
// lead to folders that are not there yet.
func MakeFolder(path string) error {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return os.MkdirAll(path, 0o755)
	}
	if parent := filepath.Dir(path); parent != path {
		if err := MakeFolder(parent); err != nil {
			return err
		}
	}
	to, err := os.Readlink(path)
	switch {
	case err != nil:
		return os.MkdirAll(path, 0o755)
	case filepath.IsAbs(to):
		return MakeFolder(to)
	}
	return MakeFolder(filepath.Dir(path) + string(filepath.Separator) + to)
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// writableAsStream refuses what is neither a pipe nor a device of characters.
func writableAsStream(path string, info fs.FileInfo) error {
	if mode := info.Mode(); mode&(fs.ModeNamedPipe|fs.ModeCharDevice) != 0 {
		return nil
	}
	if standardStream(info) != nil { // a socket, to which some programs connect those that they start
		return nil
	}
	return irregular(path, info.Mode())
}

// standardStream is standard output or standard error if it is that file, else nil.
func standardStream(info fs.FileInfo) *os.File {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := f.Stat(); err == nil && os.SameFile(open, info) {
			return f
		}
	}
	return nil
}

// openStream opens a stream for writing. Standard output must not be opened by its name
// again: a file there would be written from its beginning.
func openStream(path string) (f *os.File, end func() error, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, err
	}
	if f := standardStream(info); f != nil {
		return f, func() error { return nil }, nil
	}
	if f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0); err != nil {
		return nil, nil, err
	}
	return f, f.Close, nil
}

func writeStream(path string, data []byte) error {
	f, end, err := openStream(path)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, end())
}

// irregular is the error of something that is no regular file where one belongs.
func irregular(path string, mode fs.FileMode) error {
	what := "a device"
	switch {
	case mode.IsDir():
		return &fs.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	case mode&fs.ModeNamedPipe != 0:
		what = "a pipe"
	case mode&fs.ModeSocket != 0:
		what = "a socket"
	}
	return &fs.PathError{Op: "open", Path: path, Err: fmt.Errorf("it is %s (expected: a file)", what)}
}
