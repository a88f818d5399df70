package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// visible escapes the control characters of a text: names, notes and messages come
// from folders, programs and files of other people. Newlines and tabs stay; invalid
// UTF-8 and characters that reverse the direction of writing are escaped, too. The
// escapes are those of JSON, so that a line of JSON stays one.
func visible(text string) string {
	if !strings.ContainsFunc(text, obeyed) && utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\r' && strings.HasPrefix(text[i:], "\r\n"):
			b.WriteByte('\r')
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, text[i])
		case obeyed(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteString(text[i : i+n])
		}
		i += n
	}
	return b.String()
}

// oneLine keeps a text from ending its line, or its cell of a table.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\t' || r == '\v' || r == '\f' }), " ")
}

// printPaths lists written files, one per line.
func (a *app) printPaths(paths ...string) error {
	for _, path := range paths {
		if _, err := fmt.Fprintln(a.out, oneLine(path)); err != nil {
			return err
		}
	}
	return nil
}

// obeyed reports whether a terminal interprets the character instead of showing it.
func obeyed(r rune) bool {
	const directions = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029"
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || strings.ContainsRune(directions, r))
}

// untrusted is a stream that writes visible text.
type untrusted struct {
	out io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of an incomplete character
}

func (u *untrusted) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	text := append(u.rest, p...)
	whole := len(text) - unfinished(text)
	u.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(u.out, visible(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes what did not become a character.
func (u *untrusted) flush() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, err := io.WriteString(u.out, visible(string(u.rest)))
	u.rest = nil
	return err
}

// unfinished returns how many bytes at the end begin a character, or a line end.
func unfinished(text []byte) int {
	for n := 1; n <= min(utf8.UTFMax-1, len(text)); n++ {
		if tail := text[len(text)-n:]; utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) || n == 1 && tail[0] == '\r' {
				return n
			}
			return 0
		}
	}
	return 0
}
