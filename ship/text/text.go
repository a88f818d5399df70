// Package text is what the writers of all languages share: indented lines,
// comments, errors that are collected, and lists.
package text

import (
	"fmt"
	"slices"
	"strings"

	"evolab/ship/ir"
)

// Writer writes a source.
type Writer struct {
	Indent, Sign string // of a level, of a comment
	Depth        int
	Errs         []string
	strings.Builder
}

// Fail notes an error.
func (w *Writer) Fail(format string, args ...any) {
	w.Errs = append(w.Errs, fmt.Sprintf(format, args...))
}

// Err is all errors, each once.
func (w *Writer) Err(language string) error {
	if len(w.Errs) == 0 {
		return nil
	}
	slices.Sort(w.Errs)
	return fmt.Errorf("%s: %s", language, strings.Join(slices.Compact(w.Errs), "; "))
}

// Line writes an indented line.
func (w *Writer) Line(format string, args ...any) {
	w.WriteString(strings.Repeat(w.Indent, w.Depth))
	fmt.Fprintf(w, format, args...)
	w.WriteByte('\n')
}

// Comment writes a comment of one or more lines, or nothing.
func (w *Writer) Comment(text string) {
	if text == "" {
		return
	}
	for l := range strings.SplitSeq(text, "\n") {
		l = strings.TrimRight(w.Sign+" "+strings.ReplaceAll(l, "\t", "    "), " ")
		if w.Sign == "//" { // where a backslash would continue the comment on the next line
			l = strings.TrimRight(l, " \\")
		}
		w.Line("%s", l)
	}
}

// Title begins a package.
func (w *Writer) Title(p *ir.Part) {
	w.Line("%s ---- %s", w.Sign, p.Name)
	if p.Doc != "" {
		w.Line("%s", w.Sign)
		w.Comment(p.Doc)
	}
	w.WriteByte('\n')
}

// Each applies f to all elements.
func Each[T any](list []T, f func(T) string) []string {
	var out []string
	for _, x := range list {
		out = append(out, f(x))
	}
	return out
}

// List joins the texts of all elements with commas.
func List[T any](list []T, f func(T) string) string { return strings.Join(Each(list, f), ", ") }

// Wrapped joins values with commas, and breaks long lines.
func Wrapped(values []string) string {
	var b strings.Builder
	width := 0
	for i, v := range values {
		if i > 0 {
			b.WriteString(",")
			if width+len(v) > 100 {
				b.WriteString("\n    ")
				width = 0
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(v)
		width += len(v) + 2
	}
	return b.String()
}

// Quoted is a string literal, with the given texts for special bytes and all
// others beyond ASCII by format.
func Quoted(s string, special map[byte]string, format string) string {
	var b strings.Builder
	for i := range len(s) {
		if text, ok := special[s[i]]; ok {
			b.WriteString(text)
		} else if s[i] < ' ' || s[i] >= 0x7f {
			fmt.Fprintf(&b, format, s[i])
		} else {
			b.WriteByte(s[i])
		}
	}
	return `"` + b.String() + `"`
}

// Pieces is a literal, as one that is too long for a line in several, which the
// language joins.
func Pieces(s string, literal func(string) string) string {
	const longest = 120
	var list []string
	for len(s) > longest {
		list = append(list, literal(s[:longest]))
		s = s[longest:]
	}
	return strings.Join(append(list, literal(s)), "\n    ")
}

// CountingLoop returns the declaration and the loop of a block that is a for
// statement with an initialisation.
func CountingLoop(s *ir.Block) (first *ir.Declare, loop *ir.Loop, ok bool) {
	if len(s.Body) != 2 {
		return nil, nil, false
	}
	first, ok = s.Body[0].(*ir.Declare)
	loop, isLoop := s.Body[1].(*ir.Loop)
	return first, loop, ok && isLoop
}

// Only returns the If that a branch consists of.
func Only(list []ir.Stmt) (*ir.If, bool) {
	if len(list) != 1 {
		return nil, false
	}
	s, ok := list[0].(*ir.If)
	return s, ok
}

// Or is the text of an expression, or another text if there is none.
func Or(x ir.Expr, f func(ir.Expr) string, other string) string {
	if x == nil {
		return other
	}
	return f(x)
}
