package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Setting is a key with its value on a line such as depth=2,branch=5.
type Setting struct{ Key, Value string }

// KeysOf lists the keys of a struct, as [Keys] does those of its type.
func KeysOf(c any) []Key { return schemaOf(c).rows() }

// Apply sets the fields of a struct, given by a pointer, to the values of settings, and
// the others to their defaults; those without a default stay as they are. The error is a
// *[Refused]; a key that the struct does not have is one, and a second value for a key.
func Apply(c any, settings []Setting) error {
	v, schema := reflect.ValueOf(c).Elem(), schemaOf(c)
	for i, set := range settings {
		if schema.child(set.Key) == nil {
			return Refuse("setting", set.Key, strings.Split(schema.keyNames(), ", "))
		}
		if slices.ContainsFunc(settings[:i], func(s Setting) bool { return s.Key == set.Key }) {
			return &Refused{Message: set.Key + " is set twice"}
		}
	}
	for _, f := range schema.fields {
		i := slices.IndexFunc(settings, func(s Setting) bool { return s.Key == f.key })
		if i < 0 && !f.hasDefault {
			continue
		}
		text := f.def
		if i >= 0 {
			text = settings[i].Value
		}
		if refused := f.set(f.key, text, f.in(v)); refused != nil {
			return refused
		}
	}
	return nil
}

// set sets a field to the value of a setting, or says what is wrong with what the user
// calls name.
func (s *keySpec) set(name, text string, into reflect.Value) *Refused {
	if s.kind == textKind && len(s.oneOf) == 0 && s.match == "" { // such as a command
		into.SetString(text)
		return nil
	}
	d := &decoder{problems: &problemList{}, places: map[string]place{}}
	d.fill(name, s, s.settingNode(text), into)
	if len(d.problems.list) == 0 {
		return nil
	}
	p := d.problems.list[0]
	return &Refused{Message: name + ": " + p.Message, Word: p.Word, Allowed: strings.Split(p.Allowed, ", ")}
}

// settingNode is the value of a setting: a text for a key of texts, whatever YAML would
// read in it.
func (s *keySpec) settingNode(text string) *node {
	n := &node{kind: scalarNode, text: text, value: text}
	switch s.kind {
	case textKind:
	case wholeKind, seedKind, numberKind, boolKind:
		if v := plainScalar(text); v != nil {
			n.value = v
		}
	default:
		panic(fmt.Sprintf("config: key %q: no setting is a %s", s.key, s.typeName()))
	}
	return n
}
