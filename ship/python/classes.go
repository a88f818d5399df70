package python

import (
	"fmt"
	"strings"

	"evolab/ship/ir"
	"evolab/ship/text"
)

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
