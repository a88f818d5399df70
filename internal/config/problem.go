package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
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
	Source  string // the file's name, or "override 2"
	Line    int    // from 1; 0: no place in a text
	Column  int    // in characters, from 1
	Key     string // the path; "": the whole text
	Message string
	Allowed string // may be empty
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
	b.WriteString(": " + p.Message)
	if p.Allowed != "" {
		b.WriteString(" (allowed: " + p.Allowed + ")")
	}
	if p.Excerpt != "" {
		b.WriteString("\n" + p.Excerpt)
	}
	return b.String()
}

// problemList collects problems and the keys that have one.
type problemList struct {
	list []Problem
	bad  map[string]bool
}

func (l *problemList) add(at place, key, message, allowed string) {
	p := Problem{Key: key, Message: message, Allowed: allowed, Line: at.line, Column: at.column}
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
