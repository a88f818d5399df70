package config

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
)

// decoder fills a struct from nodes as its tags say.
type decoder struct {
	schema   *keySpec // of the whole text
	problems *problemList
	places   map[string]place  // of the values that are not defaults
	derived  map[string]string // defaults of keys with the tag derived
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
				d.problems.add(k.at, joinPath(path, brief(k.name)), message, allowed)
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
		if section != nil { // else the section itself has been reported
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
		d.problems.add(n.at, path, fmt.Sprintf("%d items in the list", len(n.items)), s.count.text+" items")
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
	d.problems.add(n.at, path, fmt.Sprintf("%s where a %s belongs", describe(n), s.typeName()), s.allowed())
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
