package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"
)

// override is one key.path=value.
type override struct {
	source   *sourceText
	path     []string
	value    *node
	problems *problemList
	schema   *keySpec // of the whole text
}

// parseOverride returns nil after a problem.
func parseOverride(number int, text string, schema *keySpec, problems *problemList) *override {
	text, source, ok := checkText("override", number, []byte(text), problems)
	if !ok {
		return nil
	}
	path, value, ok := strings.Cut(text, "=")
	if !ok || path == "" {
		problems.add(place{source, 1, 1}, "", "not an override", "key=value or section.key=value")
		return nil
	}
	o := &override{source: source, path: strings.Split(path, "."), problems: problems, schema: schema}
	shift := utf8.RuneCountInString(path) + 1
	doc, ok := o.parseValue(value, shift)
	if !ok {
		return nil
	}
	if doc == nil { // as a shell leaves key=""
		o.value = &node{at: place{source, 1, shift + 1}, value: ""}
		return o
	}
	b := &treeBuilder{source: source, shift: shift, problems: problems}
	o.value = b.build(o.key(), doc, len(o.path))
	return o
}

// parseValue reads the YAML that begins after shift characters.
func (o *override) parseValue(text string, shift int) (*yaml.Node, bool) {
	var found problemList
	doc, ok := parseText(text, newSourceText("", 0, text), o.key(), &found)
	for _, p := range found.list {
		at := place{o.source, p.Line, p.Column}
		if at.line == 1 {
			at.column += shift
		}
		o.problems.add(at, p.Key, p.Message, p.Allowed)
	}
	return doc, ok
}

func (o *override) key() string {
	parts := make([]string, len(o.path))
	for i, p := range o.path {
		parts[i] = brief(p)
	}
	return strings.Join(parts, ".")
}

// segment returns the place of the i-th part of the path.
func (o *override) segment(i int) place {
	column := 1
	for _, p := range o.path[:i] {
		column += utf8.RuneCountInString(p) + 1
	}
	return place{o.source, 1, column}
}

// set sets the value below a node; i is the index in the path. Where the file has
// something of the wrong kind, it changes nothing: the decoder reports that.
func (o *override) set(n *node, s *keySpec, i int) {
	var next *node
	var spec *keySpec
	var put func(*node)
	switch {
	case s.kind == sectionKind && n.kind == sectionNode:
		next, spec, put = o.intoSection(n, s, i)
	case s.kind == listKind && n.kind == listNode:
		next, spec, put = o.intoList(n, s, i)
	case s.kind != sectionKind && s.kind != listKind:
		message := fmt.Sprintf("%s is a %s and has no keys of its own", brief(o.path[i-1]), s.typeName())
		o.problems.add(o.segment(i), o.key(), message, s.allowed())
	}
	if put == nil {
		return
	}
	if i == len(o.path)-1 {
		put(o.value)
		return
	}
	if next == nil || next.kind == scalarNode && next.value == nil {
		next = o.fresh(spec, i)
		put(next)
	}
	o.set(next, spec, i+1)
}

// fresh returns the node for a part of the path that the file lacks.
func (o *override) fresh(s *keySpec, i int) *node {
	if s.kind == listKind && s.hasDefault {
		return s.defaultNode()
	}
	n := &node{kind: scalarNode, at: o.segment(i)}
	if s.kind == sectionKind {
		n.kind = sectionNode
	}
	return n
}

func (o *override) intoSection(n *node, s *keySpec, i int) (*node, *keySpec, func(*node)) {
	name := o.path[i]
	spec := s.child(name)
	if spec == nil {
		message, allowed := unknownKey(name, s, o.schema)
		o.problems.add(o.segment(i), o.key(), message, allowed)
		return nil, nil, nil
	}
	put := func(v *node) {
		if k := n.index(name); k >= 0 {
			n.items[k] = v
			return
		}
		n.keys = append(n.keys, mapKey{name, o.segment(i)})
		n.items = append(n.items, v)
	}
	return n.get(name), spec, put
}

func (o *override) intoList(n *node, s *keySpec, i int) (*node, *keySpec, func(*node)) {
	k, err := strconv.Atoi(o.path[i])
	if err != nil || k < 0 || k > len(n.items) {
		message := fmt.Sprintf("%s is not the number of an item", brief(o.path[i]))
		allowed := fmt.Sprintf("0..%d; %d adds one", len(n.items), len(n.items))
		o.problems.add(o.segment(i), o.key(), message, allowed)
		return nil, nil, nil
	}
	if k == len(n.items) {
		return nil, s.item, func(v *node) { n.items = append(n.items, v) }
	}
	return n.items[k], s.item, func(v *node) { n.items[k] = v }
}
