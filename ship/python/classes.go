package python

import (
	"evolab/ship/ir"
	"fmt"
	"strings"
)

func (w *writer) class(s *ir.Struct) {
	w.text("\n\n")
	w.comment(s.Doc)
	w.line("class %s:", s.Name)
	w.depth++
	var names, quoted []string
	for _, f := range s.Fields {
		names = append(names, f.Name)
		quoted = append(quoted, `"`+f.Name+`"`)
	}
	if len(s.Fields) == 0 {
		w.line("__slots__ = ()")
	} else {
		w.line("__slots__ = (%s,)", strings.Join(quoted, ", "))
		w.text("\n")
		w.line("def __init__(self, %s):", strings.Join(names, ", "))
	}
	w.depth++
	for _, f := range s.Fields {
		w.comment(f.Doc)
		w.line("self.%s = %s", f.Name, f.Name)
	}
	w.depth--
	w.wholes(s)
	if s.Compared {
		w.equality(s)
	}
	w.depth--
}

// wholes writes the methods copy and set, if they are needed.
func (w *writer) wholes(s *ir.Struct) {
	if w.copied[s] {
		var values []string
		for _, f := range s.Fields {
			values = append(values, w.fieldCopy("self."+f.Name, f.Type))
		}
		w.text("\n")
		w.line("def copy(self):")
		w.line("    return %s(%s)", s.Name, strings.Join(values, ", "))
	}
	if w.replaced[s] {
		w.text("\n")
		w.line("def set(self, other):")
		w.depth++
		if len(s.Fields) == 0 {
			w.line("pass")
		}
		for _, f := range s.Fields {
			if _, ok := ir.Under(f.Type).(*ir.Slice); ok {
				w.line("self.%s = other.%s[:]", f.Name, f.Name)
				continue
			}
			w.setPlace("self."+f.Name, "other."+f.Name, f.Type)
		}
		w.depth--
	}
}

// fieldCopy is copyOf for a field. Slices are copied with their struct, so that
// both can be appended to.
func (w *writer) fieldCopy(text string, t ir.Type) string {
	if _, ok := ir.Under(t).(*ir.Slice); ok {
		return text + "[:]"
	}
	return w.copyOf(text, t)
}

func (w *writer) equality(s *ir.Struct) {
	var same []string
	for _, f := range s.Fields {
		same = append(same, fmt.Sprintf("self.%s == other.%s", f.Name, f.Name))
	}
	if len(same) == 0 {
		same = []string{"True"}
	}
	w.text("\n")
	w.line("def __eq__(self, other):")
	w.line("    return %s", strings.Join(same, " and "))
}
