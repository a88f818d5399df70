package artemis

import "errors"

// MaxLine is the longest line that is accepted, in bytes. Everything that the
// protocol knows is far shorter.
const MaxLine = 1024

// TooLong is what is wrong with a line that does not end.
const TooLong = "a line of more than 1024 bytes"

// ErrLine is the error of a line that does not end.
var ErrLine = errors.New("artemis: " + TooLong)

// Lines puts lines together from chunks of bytes, however they are cut. Lines
// end in LF or CRLF.
type Lines struct {
	rest []byte
	done []string
	next int // of done
}

// Feed adds a chunk. After an error nothing more can be fed; the lines before
// it can still be read.
func (l *Lines) Feed(chunk []byte) error {
	for _, c := range chunk {
		switch {
		case c == '\n':
			l.end()
		case len(l.rest) == MaxLine:
			return ErrLine
		default:
			l.rest = append(l.rest, c)
		}
	}
	return nil
}

// end puts the line that is complete to the others.
func (l *Lines) end() {
	size := len(l.rest)
	if size > 0 && l.rest[size-1] == '\r' {
		size--
	}
	l.done = append(l.done, string(l.rest[:size]))
	l.rest = l.rest[:0]
}

// Next returns the next whole line, without its end.
func (l *Lines) Next() (line string, ok bool) {
	if l.next == len(l.done) {
		l.done, l.next = l.done[:0], 0
		return "", false
	}
	l.next++
	return l.done[l.next-1], true
}
