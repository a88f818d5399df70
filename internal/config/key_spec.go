package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
)

type keyKind int

const (
	sectionKind keyKind = iota
	listKind
	textKind
	wholeKind  // int
	seedKind   // uint64
	numberKind // float64
	boolKind
)

// keySpec is what the tags of a field say.
type keySpec struct {
	key, doc, unit string
	kind           keyKind
	def, derived   string
	hasDefault     bool
	words          string // of the tag allowed
	values         keyRange
	count          keyRange
	even           bool
	oneOf          []string
	match          string     // a pattern for the whole text; compiled where a text is checked
	field          []int      // index in the struct
	option         string     // of the Choice in that field, if these are its settings
	fields         []*keySpec // of a section
	item           *keySpec   // of a list
}

// tagsRead remembers the specs of structs by their type, since a lab reads thousands of
// configs. It is not state: a type and its tags are constants of the program, nobody
// changes a spec that is in here, and an empty memory gives the same specs.
var tagsRead sync.Map // reflect.Type to []*keySpec

// fieldSpecs reads the tags of a struct. It panics on a broken tag. The keys of an
// embedded struct are among the others; a field with the tag key:"-" is not a key.
func fieldSpecs(v reflect.Value) []*keySpec {
	if known, ok := tagsRead.Load(v.Type()); ok {
		return known.([]*keySpec)
	}
	specs, constant := readFields(v)
	if constant {
		tagsRead.Store(v.Type(), specs)
	}
	return specs
}

// readFields tells too whether the specs follow from the type: the options of a choice
// are part of its value.
func readFields(v reflect.Value) (specs []*keySpec, constant bool) {
	constant = true
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch choice, ok := v.Field(i).Interface().(Choice); {
		case ok:
			constant = false
			specs = append(specs, choice.specs(f)...)
		case f.Tag.Get("key") == "-":
		case f.Anonymous:
			inner, same := readFields(v.Field(i))
			constant = constant && same
			for _, s := range inner {
				s.field = append([]int{i}, s.field...)
				specs = append(specs, s)
			}
		default:
			s := &keySpec{field: f.Index}
			s.readTags(f.Tag)
			s.setKind(f.Type)
			specs = append(specs, s)
		}
	}
	return specs, constant
}

func (s *keySpec) readTags(tag reflect.StructTag) {
	s.key, s.doc, s.unit = tag.Get("key"), tag.Get("doc"), tag.Get("unit")
	s.def, s.hasDefault = tag.Lookup("default")
	s.derived, s.words = tag.Get("derived"), tag.Get("allowed")
	s.even = tag.Get("even") == "true"
	if text, ok := tag.Lookup("range"); ok {
		s.values = mustRange(text)
	}
	if text, ok := tag.Lookup("count"); ok {
		s.count = mustRange(text)
	}
	if text, ok := tag.Lookup("oneof"); ok {
		s.oneOf = strings.Split(text, "|")
	}
	if text, ok := tag.Lookup("match"); ok {
		s.match = `^(?:` + text + `)$`
	}
}

func (s *keySpec) setKind(t reflect.Type) {
	switch t.Kind() {
	case reflect.Struct:
		s.kind, s.fields = sectionKind, fieldSpecs(reflect.Zero(t))
	case reflect.Slice:
		s.kind = listKind
		item := *s
		item.hasDefault, item.derived, item.count = false, "", keyRange{}
		item.setKind(t.Elem())
		s.item = &item
	case reflect.String:
		s.kind = textKind
	case reflect.Int:
		s.kind = wholeKind
	case reflect.Uint64:
		s.kind = seedKind
	case reflect.Float64:
		s.kind = numberKind
	case reflect.Bool:
		s.kind = boolKind
	default:
		panic(fmt.Sprintf("config: key %q: no rule for type %v", s.key, t))
	}
}

func (s *keySpec) typeName() string {
	switch s.kind {
	case sectionKind:
		return "section"
	case textKind:
		return "text"
	case numberKind:
		return "number"
	case boolKind:
		return "true or false"
	case listKind:
		return "list of " + s.item.typeName() + "s"
	}
	return "whole number"
}

// allowed describes the values for people. Sections list their keys.
func (s *keySpec) allowed() string {
	switch {
	case s.words != "":
		return s.words
	case len(s.oneOf) > 0:
		return strings.Join(s.oneOf, ", ")
	case s.kind == boolKind:
		return "true, false"
	case s.kind == listKind && s.item.kind == sectionKind:
		return s.count.text + " of {" + s.item.keyNames() + "}"
	case s.kind == listKind:
		return s.count.text + " of " + s.item.allowed()
	case s.kind == sectionKind:
		return s.keyNames()
	case s.match != "":
		return strings.TrimSuffix(strings.TrimPrefix(s.match, "^(?:"), ")$")
	case s.even:
		return s.values.text + ", even"
	}
	return s.values.text
}

func (s *keySpec) keyNames() string {
	names := make([]string, len(s.fields))
	for i, f := range s.fields {
		names[i] = f.key
	}
	return strings.Join(names, ", ")
}

// child returns the spec of a section's key, or nil.
func (s *keySpec) child(key string) *keySpec {
	if i := slices.IndexFunc(s.fields, func(f *keySpec) bool { return f.key == key }); i >= 0 {
		return s.fields[i]
	}
	return nil
}
