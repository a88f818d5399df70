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
var ErrLine = errors.New(TooLong)

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

// The bytes of the telnet protocol (RFC 854) that commands are made of.
const (
	telnetSE   = 240 // ends a subnegotiation
	telnetSB   = 250 // begins one
	telnetWill = 251 // the first of four commands that an option follows
	telnetIAC  = 255 // begins a command; twice, it is a byte of the text
)

// Telnet removes the commands of telnet from a client's bytes: people try a server
// with telnet programs, which negotiate before anything is typed.
type Telnet struct {
	state   telnetState
	skipped int // bytes since the last one of the text
}

type telnetState uint8

const (
	telnetText telnetState = iota
	telnetCommand
	telnetOption
	telnetSub
	telnetSubCommand
)

// Strip reduces a chunk to its text, in place. Commands may be split anywhere. More
// bytes of commands without text than a line may have are an error.
func (t *Telnet) Strip(chunk []byte) ([]byte, error) {
	text := chunk[:0]
	for _, c := range chunk {
		if t.take(c) {
			text = append(text, c)
			t.skipped = 0
		} else if t.skipped++; t.skipped > MaxLine {
			return text, ErrLine
		}
	}
	return text, nil
}

// take reports whether a byte belongs to the text.
func (t *Telnet) take(c byte) bool {
	switch t.state {
	case telnetText:
		if c != telnetIAC {
			return true
		}
		t.state = telnetCommand
	case telnetCommand:
		t.state = telnetText
		switch {
		case c == telnetSB:
			t.state = telnetSub
		case c == telnetIAC:
			return true
		case c >= telnetWill:
			t.state = telnetOption
		}
	case telnetOption:
		t.state = telnetText
	case telnetSub:
		if c == telnetIAC {
			t.state = telnetSubCommand
		}
	case telnetSubCommand:
		t.state = telnetSub
		if c == telnetSE {
			t.state = telnetText
		}
	}
	return false
}
