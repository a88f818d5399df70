package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// Load reads a file. All problems of the file, the overrides and the checks are
// returned as one *Error.
func Load[T any](path string, overrides []string, checks ...Check[T]) (*T, error) {
	c := new(T)
	if err := LoadInto(c, path, overrides, checks...); err != nil {
		return nil, err
	}
	return c, nil
}

// LoadInto is Load for a config whose choices may already be set. After an error the
// config is unusable.
func LoadInto[T any](c *T, path string, overrides []string, checks ...Check[T]) error {
	data, err := Read(path)
	if err != nil {
		return err
	}
	return ParseInto(c, path, data, overrides, checks...)
}

// Read returns the text of a file, or a *Error.
func Read(path string) ([]byte, error) { return read(path, files.Open) }

// ReadArgument is Read for what a command line names, which may be a pipe, as of <(...).
func ReadArgument(path string) ([]byte, error) { return read(path, os.Open) }

func read(path string, open func(string) (*os.File, error)) ([]byte, error) {
	f, err := open(path)
	var data []byte
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(f, MaxBytes+1))
		f.Close()
	}
	if err != nil {
		reason := err
		if pathErr := (*fs.PathError)(nil); errors.As(err, &pathErr) {
			reason = pathErr.Err
		}
		p := Problem{Source: path, Message: "cannot be read: " + wording.Of(reason), Allowed: "the name of a YAML file"}
		return nil, &Error{[]Problem{p}}
	}
	return data, nil
}

// Parse reads a T from data; problems call it name, whose base is also the derived
// default of a key "name". An override has the form key.path=value with a YAML
// value, which replaces the file's; items of lists count from 0. Later overrides
// win. The error is a *Error with all problems.
func Parse[T any](name string, data []byte, overrides []string, checks ...Check[T]) (*T, error) {
	c := new(T)
	if err := ParseInto(c, name, data, overrides, checks...); err != nil {
		return nil, err
	}
	return c, nil
}

// ParseInto is Parse for a config whose choices may already be set. After an error the
// config is unusable.
func ParseInto[T any](c *T, name string, data []byte, overrides []string, checks ...Check[T]) error {
	schema := schemaOf(c)
	var problems problemList
	root, readable := parseFile(name, data, schema, &problems)
	for i, text := range overrides {
		if o := parseOverride(i+1, text, schema, &problems); o != nil {
			o.set(root, schema, 0)
		}
	}
	d := &decoder{schema: schema, problems: &problems, unread: !readable, places: map[string]place{}, derived: map[string]string{"name": baseName(name)}}
	d.section("", schema, root, reflect.ValueOf(c).Elem())
	retirer, _ := any(c).(Retirer)
	for _, u := range d.unknown {
		if retirer == nil || !retirer.Retired(u.path) {
			d.problems.add(u.at, u.path, u.message, u.allowed)
		}
	}
	if readable {
		d.bounds("", schema, reflect.ValueOf(c).Elem())
		for _, check := range checks {
			check(c, func(path, message, allowed string, details ...Detail) {
				var all Detail
				for _, one := range details {
					all.word += one.word
					all.keys = append(all.keys, one.keys...)
				}
				d.report(path, message, allowed, all.word, all.keys...)
			})
		}
	}
	return problems.err()
}

// Defaults sets all keys of a config to their defaults.
func Defaults(c any) {
	d := &decoder{schema: schemaOf(c), problems: &problemList{}, places: map[string]place{}}
	d.section("", d.schema, nil, reflect.ValueOf(c).Elem())
}

// parseFile returns an empty section if the file is not YAML, so that overrides are
// still checked.
func parseFile(name string, data []byte, schema *keySpec, problems *problemList) (root *node, ok bool) {
	root = &node{kind: sectionNode}
	text, source, ok := checkText(name, 0, data, problems)
	root.at = place{source, 1, 1}
	if !ok {
		return root, false
	}
	doc, ok := parseText(text, source, "", problems)
	if !ok {
		return root, false
	}
	b := &treeBuilder{source: source, problems: problems}
	var tree *node
	if doc != nil {
		tree = b.build("", doc, 0)
	}
	switch {
	case tree == nil || tree.kind == scalarNode && tree.value == nil:
		problems.add(root.at, "", "the file is empty", "at least one key, such as name")
	case tree.kind == sectionNode:
		return tree, true
	case tree.kind != brokenNode:
		problems.add(tree.at, "", describe(tree)+" where keys belong", schema.keyNames())
	}
	return root, false
}

func baseName(file string) string {
	base := strings.ToLower(filepath.Base(file))
	base = strings.TrimSuffix(base, filepath.Ext(base))
	base = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, base)
	base = strings.Trim(base, "-")
	if base == "" {
		return "unnamed"
	}
	return strings.TrimRight(base[:min(len(base), 40)], "-")
}

// Check checks what tags cannot, such as names of games or agents. Every value of its
// config has the right type: where the file is wrong, it is the default. Further
// problems of a key are dropped.
type Check[T any] func(c *T, report Report)

// Report reports a problem with a key, given by its path as in an override
// (opponents.0.agent); allowed may be empty. The place is the key's value, or the section
// around it if the value is a default.
type Report func(keyPath, message, allowed string, details ...Detail)

// Detail is what else is known of a problem.
type Detail struct {
	word string
	keys []string
}

// Word is the user's word that is none of the allowed words, which are separated by commas.
func Word(word string) Detail { return Detail{word: word} }

// DependsOn names other keys without which the problem would not be: it is dropped where
// they have problems of their own.
func DependsOn(keys ...string) Detail { return Detail{keys: keys} }

// report reports a problem at the value of the key. If that is a default, the place is
// the first of the others that is not one, else the section.
func (d *decoder) report(path, message, allowed, word string, others ...string) {
	if d.problems.has(path) || slices.ContainsFunc(others, d.problems.has) {
		return
	}
	for _, key := range append([]string{path}, others...) {
		if at, ok := d.places[key]; ok {
			d.problems.addWord(at, path, message, allowed, word)
			return
		}
	}
	d.problems.addWord(d.nearestPlace(path), path, message, allowed, word)
}

// nearestPlace returns the place of the section around a key, or of the file's first
// key.
func (d *decoder) nearestPlace(path string) place {
	for path != "" {
		path = path[:max(strings.LastIndexByte(path, '.'), 0)]
		if at, ok := d.places[path]; ok {
			return at
		}
	}
	return d.places[""]
}

func (d *decoder) bounds(path string, s *keySpec, v reflect.Value) {
	for _, f := range s.fields {
		key := joinPath(path, f.key)
		if f.kind == sectionKind {
			d.bounds(key, f, f.in(v))
		}
		d.bound(path, key, f, f.values.low, s, v, -1)
		d.bound(path, key, f, f.values.high, s, v, 1)
	}
}

// bound checks one limit; sign is 1 for an upper one.
func (d *decoder) bound(path, key string, f *keySpec, b bound, s *keySpec, v reflect.Value, sign float64) {
	if b.key == "" {
		return
	}
	other := s.child(b.key)
	limit := other.asNumber(other.in(v)) + b.number
	value := f.asNumber(f.in(v))
	if sign*(value-limit) <= 0 {
		return
	}
	note := ""
	if _, written := d.places[key]; !written {
		note = ", the default,"
	}
	otherKey := joinPath(path, b.key)
	message := fmt.Sprintf("%v%s does not go with %s %v", value, note, otherKey, limit-b.number)
	d.report(key, message, f.allowed(), "", otherKey)
}

// ReportTwice reports items of a list that repeat an earlier one; path has a %d for the
// item's number.
func ReportTwice[T comparable](path string, items []T, report Report) {
	for i, item := range items {
		if first := slices.Index(items, item); first < i {
			report(fmt.Sprintf(path, i), fmt.Sprintf("the same as item %d", first), "each once")
		}
	}
}

// decoder fills a struct from nodes as its tags say.
type decoder struct {
	schema   *keySpec // of the whole text
	problems *problemList
	places   map[string]place  // of the values that are not defaults
	derived  map[string]string // defaults of keys with the tag derived
	unread   bool              // the file could not be read: nobody knows what it lacks
	unknown  []unknown
}

// unknown is a key that no field has.
type unknown struct {
	at                     place
	path, message, allowed string
}

// section fills a struct. Nil is a missing or broken section; a key without a value is
// an empty one.
func (d *decoder) section(path string, s *keySpec, n *node, into reflect.Value) {
	if n != nil && n.kind == scalarNode && n.value == nil {
		n = &node{kind: sectionNode, at: n.at}
	}
	if n != nil && n.kind != sectionNode {
		d.wrongType(path, s, n)
		n = nil
	}
	if n != nil {
		d.note(path, n)
		for _, k := range n.keys {
			if s.child(k.name) == nil {
				message, allowed := unknownKey(k.name, s, d.schema)
				d.unknown = append(d.unknown, unknown{k.at, joinPath(path, brief(k.name)), message, allowed})
			}
		}
	}
	for _, f := range s.fields {
		d.value(joinPath(path, f.key), f, n, f.in(into))
	}
}

// value fills a key of a section, from its default if the section does not have it.
func (d *decoder) value(path string, s *keySpec, section *node, into reflect.Value) {
	n := section.get(s.key)
	switch {
	case s.kind == sectionKind:
		d.section(path, s, n, into)
		if k := section.index(s.key); k >= 0 { // its place is the key, not its first value
			d.places[path] = section.keys[k].at
		}
		return
	case n == nil && s.derived != "":
		into.SetString(d.derived[s.key])
		return
	case n == nil && !s.hasDefault:
		if section != nil && !d.unread { // else the section itself has been reported
			d.problems.add(section.at, path, "missing", s.allowed())
		}
		return
	}
	before := len(d.problems.list)
	if n != nil {
		d.fill(path, s, n, into)
	}
	// Defaults are only read where needed: reading all of them would take as long as
	// everything else.
	wrong := len(d.problems.list) > before && into.IsZero()
	if s.hasDefault && (n == nil || wrong) {
		d.fill(path, s, s.defaultNode(), into)
	}
}

// fill leaves into unchanged if the node is wrong.
func (d *decoder) fill(path string, s *keySpec, n *node, into reflect.Value) {
	d.note(path, n)
	switch s.kind {
	case sectionKind:
		d.section(path, s, n, into)
	case listKind:
		d.listOf(path, s, n, into)
	case textKind:
		d.fillText(path, s, n, into)
	case wholeKind:
		d.fillWhole(path, s, n, into)
	case seedKind:
		d.fillSeed(path, s, n, into)
	case numberKind:
		d.fillNumber(path, s, n, into)
	case boolKind:
		d.fillBool(path, s, n, into)
	}
}

func (d *decoder) listOf(path string, s *keySpec, n *node, into reflect.Value) {
	if n.kind != listNode {
		d.wrongType(path, s, n)
		return
	}
	if !s.count.contains(float64(len(n.items))) {
		d.problems.add(n.at, path, fmt.Sprintf("%s in the list", quantity.Of(len(n.items), "item")), s.count.text+" items")
		return
	}
	list := reflect.MakeSlice(into.Type(), len(n.items), len(n.items))
	for i, item := range n.items {
		d.fill(joinPath(path, strconv.Itoa(i)), s.item, item, list.Index(i))
	}
	into.Set(list)
}

func (d *decoder) wrongType(path string, s *keySpec, n *node) {
	if n.kind == brokenNode {
		return
	}
	word, _ := n.value.(string)
	expected := "a " + s.typeName()
	if s.kind == boolKind {
		expected = s.typeName()
	}
	message := describe(n) + " where " + expected + " belongs"
	if m := meant(word, s.kind); m != "" {
		message, word = message+", did you mean "+m+"?", ""
	}
	d.problems.addWord(n.at, path, message, s.allowed(), word)
}

func (d *decoder) note(path string, n *node) {
	if n.at.text != nil {
		d.places[path] = n.at
	}
}

// index returns the index of a section's key, or -1.
func (n *node) index(key string) int {
	if n == nil {
		return -1
	}
	return slices.IndexFunc(n.keys, func(k mapKey) bool { return k.name == key })
}

// get returns the value of a section's key, or nil.
func (n *node) get(key string) *node {
	if k := n.index(key); k >= 0 {
		return n.items[k]
	}
	return nil
}

// defaultNode parses the default, whose values have no place.
func (s *keySpec) defaultNode() *node {
	var problems problemList
	source := newSourceText("default", 0, s.def)
	doc, ok := parseText(s.def, source, "", &problems)
	if !ok || doc == nil {
		panic(fmt.Sprintf("config: key %q: default %q is not YAML", s.key, s.def))
	}
	b := &treeBuilder{problems: &problems}
	return b.build("", doc, 0)
}

// maxText is longer than any name, agent or path needs to be.
const maxText = 1000

func (d *decoder) fillText(path string, s *keySpec, n *node, into reflect.Value) {
	text, ok := n.value.(string)
	if s.asWritten && n.kind == scalarNode && n.value != nil {
		text, ok = n.text, true
	}
	switch {
	case !ok && n.kind == scalarNode && n.value != nil:
		d.problems.add(n.at, path, fmt.Sprintf("%s where a text belongs; put it in quotes", describe(n)), s.allowed())
	case !ok:
		d.wrongType(path, s, n)
	case len(text) > maxText:
		d.problems.add(n.at, path, fmt.Sprintf("%s are too many", quantity.Of(len(text), "byte")), quantity.Of(maxText, "byte"))
	case strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }):
		d.problems.add(n.at, path, "a line break or another character that cannot be printed", s.allowed())
	case s.match != "" && !regexp.MustCompile(s.match).MatchString(text):
		d.problems.add(n.at, path, fmt.Sprintf("%s is not possible", brief(text)), s.allowed())
	case len(s.oneOf) > 0 && !slices.Contains(s.oneOf, text):
		d.problems.addWord(n.at, path, brief(text)+" is unknown", s.allowed(), text)
	default:
		into.SetString(text)
	}
}

func (d *decoder) fillWhole(path string, s *keySpec, n *node, into reflect.Value) {
	i := d.wholeNumber(path, s, n)
	if i == nil {
		return
	}
	if f, _ := i.Float64(); !i.IsInt64() || !s.values.contains(f) {
		d.outOfRange(path, s, n)
	} else if s.even && i.Bit(0) == 1 {
		d.problems.add(n.at, path, brief(n.text)+" is odd", s.allowed())
	} else {
		into.SetInt(i.Int64())
	}
}

func (d *decoder) fillSeed(path string, s *keySpec, n *node, into reflect.Value) {
	i := d.wholeNumber(path, s, n)
	if i == nil {
		return
	}
	if i.IsUint64() {
		into.SetUint(i.Uint64())
	} else {
		d.outOfRange(path, s, n)
	}
}

// wholeNumber returns nil after a problem. Digits that YAML resolves as a float64,
// because they do not fit 64 bits, are a whole number, too.
func (d *decoder) wholeNumber(path string, s *keySpec, n *node) *big.Int {
	switch v := n.value.(type) {
	case int64:
		return big.NewInt(v)
	case uint64:
		return new(big.Int).SetUint64(v)
	case float64:
		if i, ok := new(big.Int).SetString(n.text, 10); ok {
			return i
		}
		if v == math.Trunc(v) && !math.IsInf(v, 0) { // such as 1e5
			i, _ := big.NewFloat(v).Int(nil)
			return i
		}
		d.problems.add(n.at, path, brief(n.text)+" is not a whole number", s.allowed())
		return nil
	}
	d.wrongType(path, s, n)
	return nil
}

func (d *decoder) fillBool(path string, s *keySpec, n *node, into reflect.Value) {
	if v, ok := n.value.(bool); ok {
		into.SetBool(v)
		return
	}
	d.wrongType(path, s, n)
}

func (d *decoder) fillNumber(path string, s *keySpec, n *node, into reflect.Value) {
	var f float64
	switch v := n.value.(type) {
	case int64:
		f = float64(v)
	case uint64:
		f = float64(v)
	case float64:
		f = v
	default:
		d.wrongType(path, s, n)
		return
	}
	switch {
	case math.IsNaN(f):
		d.problems.add(n.at, path, brief(n.text)+" is not a number", s.allowed())
	case math.IsInf(f, 0) || !s.values.contains(f):
		d.outOfRange(path, s, n)
	default:
		setNumber(into, f+0) // no negative zero, which YAML would lose
	}
}

// setNumber sets a number, or a time to seconds; one above 0 stays above 0.
func setNumber(into reflect.Value, f float64) {
	if !into.CanInt() {
		into.SetFloat(f)
		return
	}
	t := time.Duration(f * float64(time.Second))
	if f > 0 {
		t = max(t, 1)
	}
	into.SetInt(int64(t))
}

// asNumber is the inverse for a number or a time, and the value of a whole number.
func (s *keySpec) asNumber(v reflect.Value) float64 {
	switch {
	case !v.CanInt():
		return v.Float()
	case s.kind == numberKind:
		return time.Duration(v.Int()).Seconds()
	}
	return float64(v.Int())
}

func (d *decoder) outOfRange(path string, s *keySpec, n *node) {
	d.problems.add(n.at, path, brief(n.text)+" is out of range", s.allowed())
}
