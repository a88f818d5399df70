package main

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// readSmall reads a regular file, but no more than a file of the protocol can
// sensibly hold. Anything else with that name might never end.
func readSmall(name string) ([]byte, error) {
	const most = 1 << 16
	info, err := os.Stat(name)
	if err != nil {
		var path *os.PathError
		if errors.As(err, &path) {
			err = path.Err
		}
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("not a regular file")
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}

// replaceFile writes a file so that whoever reads it finds the old content or
// the new, never a part; where that cannot be, it writes it all the same. It
// does not wait for the disk: the files are of no use after a power failure.
func replaceFile(name string, content []byte) error {
	temporary := name + ".tmp"
	err := os.WriteFile(temporary, content, 0o644)
	if err == nil {
		if err = os.Rename(temporary, name); err == nil {
			return nil
		}
		os.Remove(temporary)
	}
	if os.WriteFile(name, content, 0o644) == nil {
		return nil
	}
	return fmt.Errorf("cannot write: %w", err)
}
