package artemis

import (
	"errors"
	"strings"
)

// MaxLine is the longest accepted line, in bytes. All lines of the protocol are far
// shorter.
const MaxLine = 1024

// TooLong describes a line that does not end.
const TooLong = "a line of more than 1024 bytes"

// ErrLine is the error of a line that does not end.
var ErrLine = errors.New("artemis: " + TooLong)

// Lines assembles lines from chunks of bytes. Lines end with LF or CRLF.
type Lines struct {
	rest []byte
	done []string
	next int // of done
}

// Feed adds a chunk. After an error, only the lines before it can still be read.
func (l *Lines) Feed(chunk []byte) error {
	for _, c := range chunk {
		switch {
		case c == '\n':
			l.done = append(l.done, strings.TrimSuffix(string(l.rest), "\r"))
			l.rest = l.rest[:0]
		case len(l.rest) == MaxLine:
			return ErrLine
		default:
			l.rest = append(l.rest, c)
		}
	}
	return nil
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
