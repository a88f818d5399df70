package artemis

import (
	"bytes"
	"errors"
	"strings"
)

// MaxLine is the longest line that is accepted, in bytes. Everything that the
// protocol knows is far shorter.
const MaxLine = 1024

// ErrLine is the error of a line that does not end.
var ErrLine = errors.New("artemis: a line of more than 1024 bytes")

// Lines puts lines together from chunks of bytes, however they are cut. Lines
// end in LF or CRLF.
type Lines struct {
	rest []byte
	done []string
}

// Feed adds a chunk. After an error nothing more can be fed; the lines before
// it can still be read.
func (l *Lines) Feed(chunk []byte) error {
	for {
		head, tail, found := bytes.Cut(chunk, []byte{'\n'})
		if len(l.rest)+len(head) > MaxLine {
			return ErrLine
		}
		l.rest = append(l.rest, head...)
		if !found {
			return nil
		}
		l.done = append(l.done, strings.TrimSuffix(string(l.rest), "\r"))
		l.rest = l.rest[:0]
		chunk = tail
	}
}

// Next returns the next whole line, without its end.
func (l *Lines) Next() (line string, ok bool) {
	if len(l.done) == 0 {
		return "", false
	}
	line = l.done[0]
	l.done = l.done[1:]
	return line, true
}
