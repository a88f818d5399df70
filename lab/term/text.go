package term

import (
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// OneLine keeps a text from ending its line, or its cell of a table.
func OneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\t' || r == '\v' || r == '\f' }), " ")
}

// Joined joins the texts that are not empty.
func Joined(separator string, parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), separator)
}

// Wrap breaks a text between words into lines of at most the given width. A longer
// word has a line of its own: what somebody may want to copy, such as a flag, is never
// broken. (Libraries for this break at hyphens, and so inside flags.)
func Wrap(text string, width int) []string {
	var lines []string
	line, used := "", 0
	for _, word := range strings.Fields(text) {
		n := ansi.StringWidth(word)
		switch {
		case line == "":
			line, used = word, n
		case used+1+n > width:
			lines = append(lines, line)
			line, used = word, n
		default:
			line += " " + word
			used += 1 + n
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// Entry lays out a text beside its label, wrapped to the width, and ends the line. The
// text begins in the given column; a longer label has a line of its own.
func Entry(label string, column int, text string, width int) string {
	margin := strings.Repeat(" ", column)
	var b strings.Builder
	b.WriteString(label)
	n := ansi.StringWidth(label)
	for i, line := range Wrap(text, width-column) {
		switch {
		case i == 0 && n < column:
			b.WriteString(margin[n:])
		default:
			b.WriteString("\n" + margin)
		}
		b.WriteString(line)
	}
	return b.String() + "\n"
}

// Paragraphs wraps a text to the width. Empty lines separate its paragraphs, and lines
// that are indented stay as they are.
func Paragraphs(text string, width int) string {
	var out, words []string
	end := func() {
		out = append(out, Wrap(strings.Join(words, " "), width)...)
		words = nil
	}
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.TrimSpace(line) == "":
			end()
			out = append(out, "")
		case strings.HasPrefix(line, " "):
			end()
			out = append(out, line)
		default:
			words = append(words, line)
		}
	}
	end()
	return strings.Join(out, "\n")
}

// Shorten leaves out the middle of a text that is wider than the width.
func Shorten(text string, width int) string {
	n := ansi.StringWidth(text)
	if n <= width {
		return text
	}
	head := width / 2
	tail := max(0, width-1-head)
	return ansi.Truncate(text, head, "") + "…" + ansi.TruncateLeft(text, n-tail, "")
}
