package player

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// readSmall reads a regular file, but no more than a file of the protocol can
// sensibly hold. Anything else with that name might never end.
func readSmall(name string) ([]byte, error) { return readPart(name, 0, 1<<16) }

// missing reports whether an error is that there is no such file.
func missing(err error) bool { return errors.Is(err, os.ErrNotExist) }

// readPart reads so many bytes of a regular file from a byte on, fewer where it
// ends before.
func readPart(name string, from, size int64) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, reason(err)
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, reason(err)
	}
	defer f.Close()
	text := make([]byte, max(0, min(info.Size()-from, size)))
	n, err := f.ReadAt(text, from)
	if err != nil && err != io.EOF {
		return nil, reason(err)
	}
	return text[:n], nil
}

// reason leaves the file's name to the caller.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// ReplaceFile replaces a file so that readers find the old content or the new,
// never a part; where that is impossible, it writes it anyway. It does not wait
// for the disk: the files are of no use after a power failure.
func ReplaceFile(name string, content []byte) error {
	temporary := name + ".tmp"
	err := writeNew(temporary, content)
	if err == nil {
		if err = os.Rename(temporary, name); err == nil {
			return nil
		}
		os.Remove(temporary)
	}
	if info, missing := os.Stat(name); missing == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("cannot write: %w", err) // a pipe might wait for ever
	}
	if os.WriteFile(name, content, 0o644) == nil {
		return nil
	}
	return fmt.Errorf("cannot write: %w", err)
}

// writeNew writes a file that is not there; what else has its name goes.
func writeNew(name string, content []byte) error {
	const flags = os.O_WRONLY | os.O_CREATE | os.O_EXCL
	f, err := os.OpenFile(name, flags, 0o644)
	if err != nil {
		os.Remove(name)
		if f, err = os.OpenFile(name, flags, 0o644); err != nil {
			return err
		}
	}
	_, err = f.Write(content)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(name)
	}
	return err
}
