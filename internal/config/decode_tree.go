package config

import (
	"fmt"
	"math"
	"strconv"

	"gopkg.in/yaml.v3"
)

// node is a value of a text, reduced to what a config may use.
type node struct {
	kind  nodeKind
	at    place
	text  string // of a scalar, as written
	value any    // of a scalar: nil, string, bool, int, int64, uint64, float64; else its tag
	keys  []mapKey
	items []*node // of a list; of a section: the values of the keys
}

type nodeKind int

const (
	scalarNode nodeKind = iota
	listNode
	sectionNode
	brokenNode // already reported
)

type mapKey struct {
	name string
	at   place
}

// foreign is the tag of a scalar that no key uses, such as a date.
type foreign string

// treeBuilder turns YAML into nodes and reports what configs do not use: anchors, tags,
// merge keys, duplicate keys.
type treeBuilder struct {
	source   *sourceText
	shift    int // characters before the YAML in line 1
	problems *problemList
}

func (b *treeBuilder) place(n *yaml.Node) place {
	at := place{b.source, n.Line, n.Column}
	if n.Line == 1 {
		at.column += b.shift
	}
	return at
}

// build returns a broken node after a problem that leaves no value.
func (b *treeBuilder) build(path string, n *yaml.Node, depth int) *node {
	// maxDepth is deeper than any key.
	const maxDepth = 16
	at := b.place(n)
	broken := &node{kind: brokenNode, at: at}
	switch {
	case depth > maxDepth:
		b.problems.add(at, "", "nested too deeply", fmt.Sprintf("%d levels", maxDepth))
		return broken
	case n.Kind == yaml.AliasNode:
		b.problems.add(at, path, "aliases (*"+brief(n.Value)+") are not supported", "the value itself")
		return broken
	case n.Style&yaml.TaggedStyle != 0:
		b.problems.add(at, path, "tags ("+brief(n.Tag)+") are not supported", "the value itself")
		return broken
	}
	if n.Anchor != "" {
		b.problems.add(at, path, "anchors (&"+brief(n.Anchor)+") are not supported", "the value itself")
	}
	switch n.Kind {
	case yaml.MappingNode:
		return b.section(path, n, depth)
	case yaml.SequenceNode:
		return b.listOf(path, n, depth)
	}
	return &node{kind: scalarNode, at: at, text: n.Value, value: scalarValue(n)}
}

func (b *treeBuilder) listOf(path string, n *yaml.Node, depth int) *node {
	list := &node{kind: listNode, at: b.place(n)}
	for i, c := range n.Content {
		list.items = append(list.items, b.build(joinPath(path, strconv.Itoa(i)), c, depth+1))
	}
	return list
}

func (b *treeBuilder) section(path string, n *yaml.Node, depth int) *node {
	section := &node{kind: sectionNode, at: b.place(n)}
	lines := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, ok := b.keyName(path, n.Content[i])
		if !ok {
			continue
		}
		at := b.place(n.Content[i])
		keyPath := joinPath(path, brief(name))
		if line, twice := lines[name]; twice {
			b.problems.add(at, keyPath, fmt.Sprintf("set twice, first in line %d", line), "once")
			continue
		}
		lines[name] = at.line
		section.keys = append(section.keys, mapKey{name, at})
		section.items = append(section.items, b.build(keyPath, n.Content[i+1], depth+1))
	}
	return section
}

func (b *treeBuilder) keyName(path string, n *yaml.Node) (string, bool) {
	switch {
	case n.Kind == yaml.ScalarNode && n.Tag == "!!merge":
		b.problems.add(b.place(n), path, "merge keys (<<) are not supported", "the keys themselves")
	case n.Kind != yaml.ScalarNode || n.Anchor != "" || n.Style&yaml.TaggedStyle != 0:
		b.problems.add(b.place(n), path, "a key must be a plain word", "")
	default:
		return n.Value, true
	}
	return "", false
}

// scalarValue resolves a scalar as YAML does, except that numbers beyond the range of
// float64 are infinite rather than text.
func scalarValue(n *yaml.Node) any {
	switch n.Tag {
	case "!!str":
		if f, err := strconv.ParseFloat(n.Value, 64); n.Style == 0 && err != nil && math.IsInf(f, 0) {
			return math.Inf(1)
		}
		return n.Value
	case "!!null", "!!bool", "!!int", "!!float":
		var v any
		if err := n.Decode(&v); err != nil {
			return foreign(n.Tag)
		}
		return v
	}
	return foreign(n.Tag)
}
