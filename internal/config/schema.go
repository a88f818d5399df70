package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
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
	asWritten      bool // a text may look like a number
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
// embedded struct are among the others; a field without the tag key, or with key:"-", is
// not a key.
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
		switch {
		case f.Type == reflect.TypeFor[Choice]():
			constant = false
			specs = append(specs, v.Field(i).Interface().(Choice).specs(f)...)
		case f.Tag.Get("key") == "-", f.Tag.Get("key") == "" && !f.Anonymous:
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
	s.asWritten = tag.Get("written") == "true"
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
	if t == reflect.TypeFor[time.Duration]() { // in seconds
		s.kind = numberKind
		return
	}
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
	case s.kind == seedKind && s.values.text == "":
		return "0..18446744073709551615"
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

// keyRange limits a number. Without text there is no limit.
type keyRange struct {
	text      string
	low, high bound
	above     bool // low itself is excluded
}

// bound is a number, or the value of another key plus a number.
type bound struct {
	key    string // in the same section
	number float64
}

var boundForm = regexp.MustCompile(`^([a-z_]+)(-[0-9]+)?$`)

func mustRange(text string) keyRange {
	low, high, ok := strings.Cut(text, "..")
	if !ok {
		panic(fmt.Sprintf("config: range %q: no '..'", text))
	}
	low, above := strings.CutPrefix(low, ">")
	return keyRange{text: text, low: mustBound(low), high: mustBound(high), above: above}
}

func mustBound(text string) bound {
	if m := boundForm.FindStringSubmatch(text); m != nil {
		if m[2] == "" {
			return bound{key: m[1]}
		}
		return bound{m[1], mustBound(m[2]).number}
	}
	number, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("config: bound %q: %v", text, err))
	}
	return bound{number: number}
}

// contains compares with the bounds that are plain numbers.
func (r keyRange) contains(x float64) bool {
	if r.text == "" {
		return true
	}
	lowOK := r.low.key != "" || x > r.low.number || x == r.low.number && !r.above
	return lowOK && (r.high.key != "" || x <= r.high.number)
}

// Choice is a key whose value names one of several options. Each option with settings
// is a section of the file beside that key, chosen or not. The tags of a field of
// this type describe the key; the default tag names the default option.
type Choice struct {
	Name    string
	Options []Option
}

// Option is one of the names of a [Choice].
type Option struct {
	Name     string
	Key      string // of its section
	Doc      string // of its section
	Settings any    // a pointer to a struct, with tags if there is a section
}

// Retirer is implemented by a config whose earlier versions had more keys. Retired reports
// whether an unknown key of a file is one of them that decides nothing in this config: it
// is ignored.
type Retirer interface{ Retired(path string) bool }

// Preparer is implemented by a config with a field of type [Choice]: Prepare sets
// missing options.
type Preparer interface{ Prepare() }

// Chosen returns the settings of the option called Name, or nil.
func (c Choice) Chosen() any {
	for _, o := range c.Options {
		if o.Name == c.Name {
			return o.Settings
		}
	}
	return nil
}

// Fresh returns the same choice with new, zero settings.
func (c Choice) Fresh() Choice {
	c.Options = slices.Clone(c.Options)
	for i, o := range c.Options {
		c.Options[i].Settings = reflect.New(reflect.TypeOf(o.Settings).Elem()).Interface()
	}
	return c
}

// Clone returns the same choice with settings of its own.
func (c Choice) Clone() Choice {
	own := c.Fresh()
	for i, o := range c.Options {
		reflect.ValueOf(own.Options[i].Settings).Elem().Set(reflect.ValueOf(o.Settings).Elem())
	}
	return own
}

func (c Choice) String() string { return c.Name }

// specs are the key and the sections of a choice.
func (c Choice) specs(field reflect.StructField) []*keySpec {
	key := &keySpec{field: append(field.Index[:len(field.Index):len(field.Index)], 0), kind: textKind}
	key.readTags(field.Tag)
	specs := []*keySpec{key}
	for _, o := range c.Options {
		key.oneOf = append(key.oneOf, o.Name)
		if o.Key == "" {
			continue
		}
		settings := reflect.ValueOf(o.Settings).Elem()
		specs = append(specs, &keySpec{
			key: o.Key, doc: o.Doc, kind: sectionKind, field: field.Index, option: o.Name, fields: fieldSpecs(settings),
		})
	}
	return specs
}

// in returns the value of a key in its struct.
func (s *keySpec) in(v reflect.Value) reflect.Value {
	v = v.FieldByIndex(s.field)
	if s.option == "" {
		return v
	}
	c := v.Interface().(Choice)
	c.Name = s.option
	return reflect.ValueOf(c.Chosen()).Elem()
}

// JSONSchema describes a T to editors, as JSON Schema (draft 2020-12). Only [Parse]
// knows what depends on other keys or on checks.
func JSONSchema[T any](title string) ([]byte, error) {
	schema := schemaOf(new(T)).jsonSchema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = title
	schema["type"] = "object"
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	return append(text, '\n'), nil
}

func (s *keySpec) jsonSchema() map[string]any {
	schema := map[string]any{}
	if s.doc != "" {
		schema["description"] = strings.TrimSpace(s.doc + " " + s.row("").Summary())
	}
	switch s.kind {
	case sectionKind:
		s.describeSection(schema)
	case listKind:
		schema["type"], schema["items"] = "array", s.item.jsonSchema()
		s.count.describe(schema, "minItems", "", "maxItems")
	case textKind:
		s.describeText(schema)
	case boolKind:
		schema["type"] = "boolean"
	default:
		schema["type"] = "integer"
		if s.kind == numberKind {
			schema["type"] = "number"
		}
		s.values.describe(schema, "minimum", "exclusiveMinimum", "maximum")
		if s.even {
			schema["multipleOf"] = 2
		}
	}
	if s.hasDefault {
		schema["default"] = s.defaultNode().plain()
	}
	return schema
}

func (s *keySpec) describeSection(schema map[string]any) {
	properties, required := map[string]any{}, []string{}
	for _, f := range s.fields {
		properties[f.key] = f.jsonSchema()
		if f.kind != sectionKind && !f.hasDefault && f.derived == "" {
			required = append(required, f.key)
		}
	}
	schema["type"] = []string{"object", "null"} // a key without value is an empty section
	schema["properties"], schema["additionalProperties"] = properties, false
	if len(required) > 0 {
		schema["required"] = required
	}
}

func (s *keySpec) describeText(schema map[string]any) {
	schema["type"], schema["maxLength"] = "string", maxText
	if len(s.oneOf) > 0 {
		schema["enum"] = s.oneOf
	}
	if s.match != "" {
		schema["pattern"] = regexp.MustCompile(s.match).String()
	}
}

func (r keyRange) describe(schema map[string]any, low, above, high string) {
	if r.text == "" {
		return
	}
	from, to, _ := strings.Cut(r.text, "..")
	if r.low.key == "" {
		if r.above {
			low = above
		}
		schema[low] = jsonNumber(strings.TrimPrefix(from, ">"))
	}
	if r.high.key == "" {
		schema[high] = jsonNumber(to)
	}
}

// jsonNumber keeps whole numbers as they are written, which may not fit a float64.
func jsonNumber(text string) json.Number {
	if _, err := strconv.ParseUint(text, 10, 64); err == nil {
		return json.Number(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("config: bound %q: %v", text, err))
	}
	return json.Number(strconv.FormatFloat(f, 'g', -1, 64))
}

func (n *node) plain() any {
	switch n.kind {
	case listNode:
		list := []any{}
		for _, item := range n.items {
			list = append(list, item.plain())
		}
		return list
	case sectionNode:
		section := map[string]any{}
		for i, k := range n.keys {
			section[k.name] = n.items[i].plain()
		}
		return section
	}
	return n.value
}
