package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// Key is a row of the documentation.
type Key struct {
	Path    string // as in an override; N stands for an item's number
	Type    string // section, text, whole number, number, list of ...
	Default string // YAML or words; empty for a section and a required key
	Allowed string
	Unit    string
	Doc     string
}

// Summary returns the end of a comment on the key: [unit; allowed; default X].
// Sections have none.
func (k Key) Summary() string {
	if k.Type == "section" {
		return ""
	}
	preset := "required"
	if k.Default != "" {
		preset = "default " + k.Default
	}
	return bracket(k.Unit, k.Allowed, preset)
}

// bracket puts what a comment or a help line ends with into brackets; "" if there is
// nothing.
func bracket(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, "; ") + "]"
}

// Keys returns all keys of a T in the order of the file, each section before its keys.
func Keys[T any]() []Key { return schemaOf(new(T)).rows() }

func (s *keySpec) rows() []Key {
	var rows []Key
	var add func(prefix string, s *keySpec)
	add = func(prefix string, s *keySpec) {
		for _, f := range s.fields {
			path := joinPath(prefix, f.key)
			rows = append(rows, f.row(path))
			add(path, f)
			if f.kind == listKind {
				add(joinPath(path, "N"), f.item)
			}
		}
	}
	add("", s)
	return rows
}

func (s *keySpec) row(path string) Key {
	k := Key{Path: path, Type: s.typeName(), Allowed: s.allowed(), Unit: s.unit, Doc: s.doc}
	switch {
	case s.derived != "":
		k.Default = s.derived
	case s.hasDefault:
		k.Default = s.def
	}
	return k
}

// schemaOf returns the keys of a config as a tree.
func schemaOf(c any) *keySpec {
	if p, ok := c.(Preparer); ok {
		p.Prepare()
	}
	return &keySpec{kind: sectionKind, fields: fieldSpecs(reflect.ValueOf(c).Elem())}
}

func joinPath(prefix, key string) string {
	if prefix == "" {
		return key
	}
	return prefix + "." + key
}

// Value is a key with its value as an override writes it. A list is one value.
type Value struct {
	Path string // as in ga.sigma
	Text string // YAML on one line
}

// Values lists the keys of a config in the order of the file.
func Values[T any](c *T) []Value {
	var list []Value
	each(c, func(path string, s *keySpec, v reflect.Value) {
		list = append(list, Value{path, oneLine(yamlValue(s, v))})
	})
	return list
}

// Typed is a key with its value: an int64, a uint64, a float64, a bool or a string.
// A list is a string, as an override writes it.
type Typed struct {
	Path string
	Data any
}

// TypedValues lists the keys of a config in the order of the file.
func TypedValues[T any](c *T) []Typed {
	var list []Typed
	each(c, func(path string, s *keySpec, v reflect.Value) {
		list = append(list, Typed{path, data(s, v)})
	})
	return list
}

func data(s *keySpec, v reflect.Value) any {
	switch s.kind {
	case wholeKind:
		return v.Int()
	case seedKind:
		return v.Uint()
	case numberKind:
		return s.asNumber(v)
	case boolKind:
		return v.Bool()
	case textKind:
		return v.String()
	}
	return oneLine(yamlValue(s, v))
}

// each calls use for the keys of a config but its sections.
func each(c any, use func(path string, s *keySpec, v reflect.Value)) {
	var walk func(prefix string, s *keySpec, v reflect.Value)
	walk = func(prefix string, s *keySpec, v reflect.Value) {
		for _, f := range s.fields {
			path := joinPath(prefix, f.key)
			if f.kind == sectionKind {
				walk(path, f, f.in(v))
				continue
			}
			use(path, f, f.in(v))
		}
	}
	walk("", schemaOf(c), reflect.ValueOf(c).Elem())
}

// oneLine formats a value without line breaks.
func oneLine(n *yaml.Node) string {
	if n.Kind == yaml.SequenceNode {
		items := make([]string, len(n.Content))
		for i, item := range n.Content {
			items[i] = oneLine(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	if n.Kind == yaml.MappingNode {
		var pairs []string
		for i := 0; i+1 < len(n.Content); i += 2 {
			pairs = append(pairs, n.Content[i].Value+": "+oneLine(n.Content[i+1]))
		}
		return "{" + strings.Join(pairs, ", ") + "}"
	}
	if n.Style == yaml.DoubleQuotedStyle {
		return strconv.Quote(n.Value) // YAML's own quotes, for text that can be printed
	}
	return n.Value
}

// Difference is a key with two values.
type Difference struct{ Path, Before, After string }

func (d Difference) String() string {
	return fmt.Sprintf("%s: %s before, %s now", d.Path, d.Before, d.After)
}

// ParseDifference is the inverse of String for a key whose values are numbers.
func ParseDifference(text string) (d Difference, ok bool) {
	path, values, _ := strings.Cut(text, ": ")
	before, after, ok := strings.Cut(values, " before, ")
	return Difference{path, before, strings.TrimSuffix(after, " now")}, ok
}

// Differences lists the keys that two configs give different values.
func Differences[T any](before, after *T) []Difference {
	var list []Difference
	b := Values(after)
	for i, v := range Values(before) {
		if v.Text != b[i].Text {
			list = append(list, Difference{v.Path, v.Text, b[i].Text})
		}
	}
	return list
}
