package player

import (
	"errors"

	"evolab/ship/player/system"
)

var (
	errRead  = errors.New("cannot be read")
	errWrite = errors.New("cannot write")
)

// readSmall reads a file, but no more than a file of the protocol can sensibly
// hold.
func readSmall(name string) ([]byte, error) { return readPart(name, 0, 1<<16) }

// missing reports whether an error is that there is no such file, or none that
// can be read.
func missing(err error) bool { return err == errRead }

// readPart reads so many bytes of a file from a byte on, fewer where it ends
// before.
func readPart(name string, from, size int64) ([]byte, error) {
	text, ok := system.Read(name, from, size)
	if !ok {
		return nil, errRead
	}
	return text, nil
}

// ReplaceFile replaces a file so that readers find the old content or the new,
// never a part; where that is impossible, it writes it anyway.
func ReplaceFile(name string, content []byte) error {
	if !system.Replace(name, content) {
		return errWrite
	}
	return nil
}
