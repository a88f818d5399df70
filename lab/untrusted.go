package lab

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"evolab/internal/untrusted"
)

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

// screened is a stream that writes the text of others, too.
type screened struct {
	out io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of an incomplete character
}

func (u *screened) Write(p []byte) (int, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	text := append(u.rest, p...)
	whole := len(text) - unfinished(text)
	u.rest = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(u.out, untrusted.Text(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// flush writes what did not become a character.
func (u *screened) flush() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	_, err := io.WriteString(u.out, untrusted.Text(string(u.rest)))
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
