package config

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// sourceText is a file or an override.
type sourceText struct {
	name  string
	order int // 0: the file; 1...: the override
	lines []string
}

// place is a character of a source text; the place of a default has no text.
type place struct {
	text         *sourceText
	line, column int // from 1; column in characters
}

func newSourceText(name string, order int, text string) *sourceText {
	return &sourceText{name, order, splitLines(text)}
}

// splitLines breaks where YAML does.
func splitLines(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	breaks := strings.NewReplacer("\r", "\n", "\u0085", "\n", "\u2028", "\n", "\u2029", "\n")
	return strings.Split(breaks.Replace(text), "\n")
}

// excerpt returns the line and a caret under the place. It cuts long lines.
func (t *sourceText) excerpt(at place) string {
	const excerptWhole, excerptBefore, excerptAfter = 120, 80, 40 // characters
	if at.line < 1 || at.line > len(t.lines) {
		return ""
	}
	line := []rune(userinfo.ReplaceAllStringFunc(t.lines[at.line-1], hidden))
	at.column = min(max(at.column, 1), len(line)+1)
	before, after := line[:at.column-1], line[at.column-1:]
	lead, trail := "", ""
	if len(line) > excerptWhole && len(before) > excerptBefore {
		before, lead = before[len(before)-excerptBefore:], "..."
	}
	if len(line) > excerptWhole && len(after) > excerptAfter {
		after, trail = after[:excerptAfter], "..."
	}
	left := lead + printable(before)
	return "    " + left + printable(after) + trail + "\n    " + blank(left) + "^"
}

// userinfo is the part of an address that may hold a password.
var userinfo = regexp.MustCompile(`://[^\s"']*@`)

func hidden(text string) string {
	return "://" + strings.Repeat("*", utf8.RuneCountInString(text)-len("://@")) + "@"
}

// printable replaces control characters.
func printable(text []rune) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, string(text))
}

// blank returns white space as wide as the text; tabs stay.
func blank(text string) string {
	parts := strings.Split(text, "\t")
	for i, p := range parts {
		parts[i] = strings.Repeat(" ", uniseg.StringWidth(p))
	}
	return strings.Join(parts, "\t")
}
