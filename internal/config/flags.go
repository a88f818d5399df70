package config

import (
	"reflect"
	"strings"
)

// Flag is a key of a struct as a flag of a command line: a Value of package pflag that
// allows what a file or a setting of an agent allows, and refuses the rest in the same
// words.
type Flag struct {
	Name  string   // of the key, with dashes for underscores
	Usage string   // what it does, with the allowed values; the default is its value
	OneOf []string // the allowed words, if there are only a few
	spec  *keySpec
	value reflect.Value
}

// Flags returns a flag for each key of a struct, given by a pointer, and sets the keys
// to their defaults. A key without a default keeps its value, which is its default.
func Flags(c any) []*Flag {
	var list []*Flag
	v := reflect.ValueOf(c).Elem()
	for _, s := range schemaOf(c).fields {
		f := &Flag{Name: strings.ReplaceAll(s.key, "_", "-"), Usage: s.doc, OneOf: s.oneOf, spec: s, value: s.in(v)}
		if s.hasDefault {
			if refused := s.set(s.key, s.def, f.value); refused != nil {
				panic("config: default of " + refused.Error())
			}
		}
		if s.kind != boolKind && s.kind != seedKind { // those go without saying
			preset := s.derived
			if preset != "" {
				preset = "default " + preset
			}
			f.Usage = strings.TrimSpace(s.doc + " " + bracket(s.unit, s.allowed(), preset))
		}
		list = append(list, f)
	}
	return list
}

// Set reads what the user wrote. The error is a *[Refused].
func (f *Flag) Set(text string) error {
	if refused := f.spec.set("--"+f.Name, text, f.value); refused != nil {
		return refused
	}
	return nil
}

// String is the value as the command line writes it.
func (f *Flag) String() string {
	if f.spec == nil || f.spec.kind == textKind { // package pflag asks a zero Flag, too
		return f.value.String()
	}
	return yamlValue(f.spec, f.value).Value
}

// Type is the kind of value as the help shows it.
func (f *Flag) Type() string {
	switch f.spec.kind {
	case boolKind:
		return "bool"
	case wholeKind, seedKind:
		return "int"
	case numberKind:
		return "float"
	}
	return "string"
}
