package python

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"evolab/ship/inline"
	"evolab/ship/ir"
	"evolab/ship/text"
)

//go:embed runtime.py.txt
var runtime string

// Source is the whole file. It begins with head, a comment. Source changes the
// program: it inlines small functions.
func Source(p *ir.Program, head string) (string, error) {
	inline.Program(p)
	w := &writer{
		Writer: text.Writer{Indent: "    ", Sign: "#"}, ranges: ir.NewRanges(), writes: newWrites(p),
		copied: map[*ir.Struct]bool{}, replaced: map[*ir.Struct]bool{},
	}
	// Writing a program finds the structs that are copied, which need methods: it is
	// written until none is new.
	for known := -1; known < len(w.copied)+len(w.replaced) && len(w.Errs) == 0; {
		known = len(w.copied) + len(w.replaced)
		w.Reset()
		for _, part := range p.Parts {
			w.part(part)
		}
		w.WriteString("\n# ---- what is set up once\n\n")
		for _, v := range p.Vars {
			w.Comment(v.Doc)
			w.Line("%s = %s", v.Name, text.Or(v.Init, w.value, w.zero(v.Type)))
		}
	}
	body := w.String() + fmt.Sprintf("\nif __name__ == \"__main__\":\n    finish(%s())\n", p.Entry.Name)
	return head + needed(runtime, body) + body, w.Err("python")
}

func (w *writer) part(p *ir.Part) {
	if len(p.Structs)+len(p.Consts)+len(p.Funcs) == 0 {
		return
	}
	w.WriteString("\n")
	w.Title(p)
	for _, c := range p.Consts {
		w.Comment(c.Doc)
		w.Line("%s = %s", c.Name, w.literal(c.Value, c.Type))
	}
	for _, s := range p.Structs {
		w.class(s)
	}
	for _, f := range p.Funcs {
		w.function(f)
	}
}

// writer writes the program.
type writer struct {
	text.Writer
	ranges *ir.Ranges
	posts  [][]ir.Stmt // post statements, which continue has to run; innermost loop last
	params map[*ir.Var]bool
	// aliases are the pointers of the current function that are written as a list
	// or an object and the place in it.
	aliases map[*ir.Var]bool
	// copied and replaced are the structs that are copied, or assigned, as a whole.
	copied, replaced map[*ir.Struct]bool
	// writes and written are about parts of slices: see windows.go.
	writes  writes
	written map[*ir.Var]bool
	// returning is set while a return statement is written.
	returning bool
}

func (w *writer) function(f *ir.Func) {
	w.WriteString("\n\n")
	w.Comment(f.Doc)
	var params []string
	w.params, w.aliases, w.written = map[*ir.Var]bool{}, ir.Aliases(f), w.writes.variables(f)
	for i, p := range f.Params {
		w.params[p] = true
		if p.Name == "unused" {
			p.Name = fmt.Sprintf("unused%d", i)
		}
		params = append(params, p.Name)
	}
	w.Line("def %s(%s):", f.Name, strings.Join(params, ", "))
	w.Depth++
	var globals []string
	ir.Stmts(f.Body, func(s ir.Stmt) {
		for _, place := range ir.Targets(s) {
			if v, ok := place.(*ir.VarRef); ok && v.Var.Global && !slices.Contains(globals, v.Var.Name) {
				globals = append(globals, v.Var.Name)
				w.Line("global %s", v.Var.Name)
			}
		}
	})
	for _, p := range f.Params {
		if ir.IsAggregate(p.Type) && (p.Sets > 0 || p.Addressed) {
			w.Line("%s = %s", p.Name, w.copyOf(p.Name, p.Type))
		}
	}
	for _, r := range f.Results {
		w.Line("%s = %s", r.Name, w.zero(r.Type))
	}
	w.stmts(f.Body)
	if len(f.Body) == 0 {
		w.Line("pass")
	}
	w.Depth--
}

func (w *writer) class(s *ir.Struct) {
	w.WriteString("\n\n")
	w.Comment(s.Doc)
	w.Line("class %s:", s.Name)
	w.Depth++
	if len(s.Fields) == 0 {
		w.Line("__slots__ = ()")
	} else {
		w.Line("__slots__ = (%s,)", text.List(s.Fields, func(f *ir.Field) string { return `"` + f.Name + `"` }))
		w.WriteString("\n")
		w.Line("def __init__(self, %s):", text.List(s.Fields, func(f *ir.Field) string { return f.Name }))
	}
	for _, f := range s.Fields {
		w.Depth++
		w.Comment(f.Doc)
		w.Line("self.%s = %s", f.Name, f.Name)
		w.Depth--
	}
	if w.copied[s] {
		w.WriteString("\n")
		w.Line("def copy(self):")
		w.Line("    return %s(%s)", s.Name, text.List(s.Fields, w.fieldCopy))
	}
	if w.replaced[s] {
		w.setter(s)
	}
	if s.Compared {
		same := text.Each(s.Fields, func(f *ir.Field) string { return fmt.Sprintf("self.%s == other.%s", f.Name, f.Name) })
		if len(same) == 0 {
			same = []string{"True"}
		}
		w.WriteString("\n")
		w.Line("def __eq__(self, other):")
		w.Line("    return %s", strings.Join(same, " and "))
	}
	w.Depth--
}

// setter writes the method that assigns an object as a whole.
func (w *writer) setter(s *ir.Struct) {
	w.WriteString("\n")
	w.Line("def set(self, other):")
	w.Depth++
	if len(s.Fields) == 0 {
		w.Line("pass")
	}
	for _, f := range s.Fields {
		if _, ok := ir.Under(f.Type).(*ir.Slice); ok {
			w.Line("self.%s = other.%s[:]", f.Name, f.Name)
			continue
		}
		w.setPlace("self."+f.Name, "other."+f.Name, f.Type)
	}
	w.Depth--
}

// fieldCopy is a copy of a field. Slices are copied with their struct, so that
// both can be appended to.
func (w *writer) fieldCopy(f *ir.Field) string {
	if _, ok := ir.Under(f.Type).(*ir.Slice); ok {
		return "self." + f.Name + "[:]"
	}
	return w.copyOf("self."+f.Name, f.Type)
}

// needed is the part of the runtime that a program uses, directly or indirectly.
// Two empty lines separate blocks; each block defines the names at the start of
// its unindented lines. A block that defines none is always used.
func needed(runtime, text string) string {
	blocks := strings.Split(strings.Trim(runtime, "\n"), "\n\n\n")
	keep := make([]bool, len(blocks))
	words := map[string]bool{}
	note(words, text)
	for changed := true; changed; {
		changed = false
		for i, b := range blocks {
			if keep[i] {
				continue
			}
			names := defined.FindAllStringSubmatch(b, -1)
			if len(names) == 0 || slices.ContainsFunc(names, func(n []string) bool { return words[n[1]+n[2]] }) {
				keep[i], changed = true, true
				note(words, b)
			}
		}
	}
	var out []string
	for i, b := range blocks {
		if keep[i] {
			out = append(out, b)
		}
	}
	return "\n" + strings.Join(out, "\n\n\n") + "\n"
}

var defined = regexp.MustCompile(`(?m)^(?: {4})?(?:def|class) (\w+)|^(?: {4})?(\w+) = `)

// note adds the words of a text. It uses no regular expression: tables may take a
// megabyte.
func note(words map[string]bool, text string) {
	for w := range strings.FieldsFuncSeq(text, between) {
		words[w] = true
	}
}

// between reports whether a character is of no word.
func between(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}
