package gtp

import (
	"strconv"
	"strings"
)

// Command is one line of the controller.
type Command struct {
	ID   string // digits, or "" if it has none
	Name string
	Args []string
}

// ParseCommand reads a line. Control characters do not count, tabs are blanks,
// and # begins a comment; ok is false when nothing is left.
func ParseCommand(line string) (c Command, ok bool) {
	line, _, _ = strings.Cut(line, "#")
	fields := strings.Fields(strings.Map(plain, line))
	if len(fields) == 0 {
		return Command{}, false
	}
	if _, err := strconv.ParseUint(fields[0], 10, 31); err == nil {
		c.ID = fields[0]
		if fields = fields[1:]; len(fields) == 0 {
			return c, true
		}
	}
	c.Name, c.Args = fields[0], fields[1:]
	return c, true
}

func plain(r rune) rune {
	switch {
	case r == '\t':
		return ' '
	case r < ' ' || r == 127:
		return -1
	}
	return r
}

// appendAnswer appends an answer to the controller: = or ?, the command's number, the
// text, and an empty line. An empty line within the text would end it; one at its
// beginning makes the text start below the mark.
func appendAnswer(dst []byte, id, text string, failed bool) []byte {
	mark := byte('=')
	if failed {
		mark = '?'
	}
	dst = append(append(dst, mark), id...)
	gap := " "
	if strings.HasPrefix(text, "\n") {
		gap = "\n"
	}
	for _, line := range strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		dst = append(append(dst, gap...), strings.Map(plain, line)...)
		gap = "\n"
	}
	return append(dst, "\n\n"...)
}
