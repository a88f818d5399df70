package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Setting is a key with its value on a line such as depth=2,branch=5.
type Setting struct{ Key, Value string }

// KeysOf lists the keys of a struct, as [Keys] does those of its type.
func KeysOf(c any) []Key { return schemaOf(c).rows() }

// Apply sets the fields of a struct, given by a pointer, to the values of settings, and
// the others to their defaults; those without a default stay as they are. The error is a
// *[Refused].
func Apply(c any, settings []Setting) error {
	v := reflect.ValueOf(c).Elem()
	for _, f := range schemaOf(c).fields {
		i := slices.IndexFunc(settings, func(s Setting) bool { return s.Key == f.key })
		if i < 0 && !f.hasDefault {
			continue
		}
		text := f.def
		if i >= 0 {
			text = settings[i].Value
		}
		if f.kind == textKind && len(f.oneOf) == 0 { // such as a command
			f.in(v).SetString(text)
			continue
		}
		n := f.settingNode(text)
		d := &decoder{problems: &problemList{}, places: map[string]place{}}
		if d.fill(f.key, f, n, f.in(v)); len(d.problems.list) > 0 {
			return Refuse(f.key+" is", n.text, strings.Split(f.allowed(), ", "))
		}
	}
	return nil
}

// settingNode is the value of a setting: a text for a key of texts, whatever YAML would
// read in it.
func (s *keySpec) settingNode(text string) *node {
	n := &node{kind: scalarNode, text: text, value: text}
	switch s.kind {
	case textKind:
	case wholeKind:
		if i, err := strconv.Atoi(text); err == nil {
			n.value = i
		}
	case numberKind:
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			n.value = f
		}
	case boolKind:
		if text == "true" || text == "false" {
			n.value = text == "true"
		}
	default:
		panic(fmt.Sprintf("config: key %q: no setting is a %s", s.key, s.typeName()))
	}
	return n
}
