package term

import (
	"slices"
	"strings"

	"evolab/internal/untrusted"
)

// OneLine keeps a text from ending its line, or its cell of a table.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\t' || r == '\v' || r == '\f' }), " ")
}

// Printable keeps the text of a file or program from controlling the terminal.
func Printable(text string) string {
	const longest = 4000 // bytes: more than anything that evolab writes
	return untrusted.Line(text, longest)
}

// Joined joins the texts that are not empty.
func Joined(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), separator)
}
