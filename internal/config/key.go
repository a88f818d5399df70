package config

import (
	"reflect"
	"slices"
	"strings"
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
	parts := slices.DeleteFunc([]string{k.Unit, k.Allowed, preset}, func(p string) bool { return p == "" })
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
