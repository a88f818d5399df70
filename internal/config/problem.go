package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Error lists the problems of a config: first those of the file from top to bottom,
// then those of the overrides in order.
type Error struct{ Problems []Problem }

func (e *Error) Error() string {
	texts := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		texts[i] = p.String()
	}
	return strings.Join(texts, "\n")
}

// Problem is a problem and its place.
type Problem struct {
	Source  string // the file's name, or "override"
	Line    int    // from 1; 0: no place in a text
	Column  int    // in characters, from 1
	Key     string // the path; "": the whole text
	Message string
	Allowed string // may be empty
	Word    string // what is none of the allowed words; "": there is no such word
	Excerpt string // the source line and a line with a caret; may be empty

	order int // of the source
}

// String has the form `file:line:column: key: message (allowed: ...)`, followed
// by the excerpt. An override has no line and column.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.Source)
	if p.order == 0 && p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	if p.Key != "" {
		b.WriteString(": " + p.Key)
	}
	b.WriteString(": " + p.Message + DidYouMean(p.Word, strings.Split(p.Allowed, ", ")))
	if p.Allowed != "" {
		b.WriteString(" (allowed: " + p.Allowed + ")")
	}
	if p.Excerpt != "" {
		b.WriteString("\n" + p.Excerpt)
	}
	return b.String()
}

// Override reports whether the problem is one of an override.
func (p *Problem) Override() bool { return p.order > 0 }

// Place gives the problem of an override a place in a file that the override was read from.
func (p *Problem) Place(file string, line, column int) {
	p.Source, p.Line, p.Column, p.order = file, line, column, 0
}

// problemList collects problems and the keys that have one.
type problemList struct {
	list []Problem
	bad  map[string]bool
}

func (l *problemList) add(at place, key, message, allowed string) {
	l.addWord(at, key, message, allowed, "")
}

func (l *problemList) addWord(at place, key, message, allowed, word string) {
	p := Problem{Key: key, Message: message, Allowed: allowed, Word: word, Line: at.line, Column: at.column}
	if at.text != nil {
		p.Source, p.order, p.Excerpt = at.text.name, at.text.order, at.text.excerpt(at)
	}
	l.list = append(l.list, p)
	if l.bad == nil {
		l.bad = map[string]bool{}
	}
	l.bad[key] = true
}

// has reports whether the key, or a section or list around it, has a problem.
func (l *problemList) has(key string) bool {
	for !l.bad[key] {
		i := strings.LastIndexByte(key, '.')
		if i < 0 {
			return false
		}
		key = key[:i]
	}
	return true
}

// err returns nil or a *Error.
func (l *problemList) err() error {
	if len(l.list) == 0 {
		return nil
	}
	slices.SortStableFunc(l.list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	return &Error{l.list}
}

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
	line := []rune(userinfo.ReplaceAllStringFunc(t.lines[at.line-1], hidePassword))
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
	return "    " + left + printable(after) + trail + "\n    " + blanksFor(left) + "^"
}

// Excerpt is a line of text with a caret under a column, from 1.
func Excerpt(line string, column int) string {
	return newSourceText("", 0, line).excerpt(place{line: 1, column: column})
}

// userinfo is the part of an address that may hold a password.
var userinfo = regexp.MustCompile(`://[^\s"']*@`)

func hidePassword(text string) string {
	return "://" + strings.Repeat("*", utf8.RuneCountInString(text)-len("://@")) + "@"
}

func printable(text []rune) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, string(text))
}

// blanksFor returns white space as wide as the text; tabs stay.
func blanksFor(text string) string {
	parts := strings.Split(text, "\t")
	for i, p := range parts {
		parts[i] = strings.Repeat(" ", uniseg.StringWidth(p))
	}
	return strings.Join(parts, "\t")
}

var plainWord = regexp.MustCompile(`^[\pL\pN_.:=<>+/-]+$`)

// brief shortens a text for a message, and quotes it unless it is a plain word.
func brief(text string) string {
	text = shorten(text)
	if plainWord.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

func shorten(text string) string {
	const maxWord = 40
	if r := []rune(text); len(r) > maxWord {
		return string(r[:maxWord]) + "..."
	}
	return text
}

func describe(n *node) string {
	switch {
	case n.kind == listNode:
		return "a list"
	case n.kind == sectionNode:
		return "a section of keys"
	}
	switch n.value.(type) {
	case nil:
		return "no value"
	case string:
		return "text " + strconv.Quote(shorten(n.text))
	case bool:
		return "yes or no (" + brief(n.text) + ")"
	}
	return "number " + brief(n.text)
}

// unknownKey words the problem of an unknown key. A key of that name elsewhere is
// nearer than a similar one in the section.
func unknownKey(name string, section, root *keySpec) (message, allowed string) {
	var known []string
	for _, f := range section.fields {
		known = append(known, f.key)
	}
	message = "unknown key" + DidYouMean(name, known)
	for _, row := range root.rows() {
		if row.Path == name {
			message = "unknown key, did you mean " + name + ", outside of this section?"
			break
		} else if strings.HasSuffix(row.Path, "."+name) {
			message = "unknown key, did you mean " + row.Path + "?"
			break
		}
	}
	return message, section.keyNames()
}
