package term

import (
	"slices"
	"strings"
)

// OneLine keeps a text from ending its line, or its cell of a table.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\t' || r == '\v' || r == '\f' }), " ")
}

// Joined joins the texts that are not empty.
func Joined(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), separator)
}
