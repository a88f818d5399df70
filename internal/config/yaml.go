package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"evolab/internal/quantity"
)

// YAML formats a config with every key. [Parse] restores it.
func YAML[T any](c *T) ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(yamlSection(schemaOf(c), reflect.ValueOf(c).Elem())); err != nil {
		return nil, err
	}
	if err := e.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func yamlSection(s *keySpec, v reflect.Value) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, f := range s.fields {
		key := &yaml.Node{Kind: yaml.ScalarNode, Value: f.key}
		n.Content = append(n.Content, key, yamlValue(f, f.in(v)))
	}
	return n
}

func yamlValue(s *keySpec, v reflect.Value) *yaml.Node {
	switch s.kind {
	case sectionKind:
		return yamlSection(s, v)
	case listKind:
		return yamlList(s, v)
	case textKind:
		n := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: v.String()}
		if !plainText.MatchString(n.Value) {
			n.Style = yaml.DoubleQuotedStyle
		}
		return n
	case wholeKind:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatInt(v.Int(), 10)}
	case boolKind:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatBool(v.Bool())}
	case seedKind:
		return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatUint(v.Uint(), 10)}
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: quantity.Plain(s.asNumber(v))}
}

// yamlList writes plain items on one line, and sections on one line each.
func yamlList(s *keySpec, v reflect.Value) *yaml.Node {
	n := &yaml.Node{Kind: yaml.SequenceNode}
	if s.item.kind != sectionKind {
		n.Style = yaml.FlowStyle
	}
	for i := range v.Len() {
		item := yamlValue(s.item, v.Index(i))
		if item.Kind == yaml.MappingNode {
			item.Style = yaml.FlowStyle
		}
		n.Content = append(n.Content, item)
	}
	return n
}

// plainText matches a text that is certainly a plain word: others are quoted.
var plainText = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

// MaxBytes is far more than a config needs, and few enough to read at once.
const MaxBytes = 64 << 10

// checkText reports invalid characters. It returns the text without a byte order mark.
func checkText(name string, order int, data []byte, problems *problemList) (string, *sourceText, bool) {
	if len(data) > MaxBytes {
		at := place{text: &sourceText{name: name, order: order}}
		problems.add(at, "", "the text is too long", quantity.Of(MaxBytes, "byte"))
		return "", at.text, false
	}
	text := strings.TrimPrefix(string(data), "\uFEFF")
	source := newSourceText(name, order, text)
	if i := invalidByte(text); i >= 0 {
		problems.add(source.offset(text, i), "", fmt.Sprintf("byte 0x%02X is not part of UTF-8 text", text[i]), "UTF-8")
		return "", source, false
	}
	for i, r := range text {
		if unicode.IsControl(r) && !strings.ContainsRune("\t\n\r\u0085", r) {
			problems.add(source.offset(text, i), "", fmt.Sprintf("control character %U", r), "")
			return "", source, false
		}
	}
	return text, source, true
}

func invalidByte(text string) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}

// offset returns the place of a byte of the text.
func (t *sourceText) offset(text string, i int) place {
	lines := splitLines(text[:i])
	return place{t, len(lines), utf8.RuneCountInString(lines[len(lines)-1]) + 1}
}

// parseText reads exactly one YAML document. An empty text is nil without a problem.
func parseText(text string, source *sourceText, key string, problems *problemList) (root *yaml.Node, ok bool) {
	text, ok = withoutVersion(text, source, key, problems)
	if !ok {
		return nil, false
	}
	docs, err := readDocuments(text)
	if err != nil {
		at, message := syntaxProblem(text, source, err)
		problems.add(at, key, message, "")
		return nil, false
	}
	if len(docs) > 1 {
		at := place{source, docs[1].Line, docs[1].Column}
		problems.add(at, key, "a second document begins", "one document")
		return nil, false
	}
	if len(docs) == 0 || len(docs[0].Content) == 0 {
		return nil, true
	}
	return docs[0].Content[0], true
}

// TopKeys lists the keys of a text; nil if it is no section of YAML, which includes JSON.
func TopKeys(data []byte) (list []string) {
	text := strings.TrimPrefix(string(data), "\uFEFF")
	text, _ = withoutVersion(text, newSourceText("", 0, text), "", &problemList{})
	docs, err := readDocuments(text)
	if err != nil || len(docs) == 0 || len(docs[0].Content) == 0 || docs[0].Content[0].Kind != yaml.MappingNode {
		return nil
	}
	root := docs[0].Content[0]
	for i := 0; i < len(root.Content); i += 2 {
		list = append(list, root.Content[i].Value)
	}
	return list
}

// versionLine is the directive of a text's version, after blank lines, comments and others.
var versionLine = regexp.MustCompile(`\A(?:[ \t]*(?:#.*)?\r?\n|%(?:TAG|[^Y]).*\n)*%YAML[ \t]+([0-9.]+)`)

// withoutVersion has the parser take a text of YAML 1.2, which it reads as such, and refuses
// another version, in which the values may be others.
func withoutVersion(text string, source *sourceText, key string, problems *problemList) (string, bool) {
	const ours, parsers = "1.2", "1.1"
	at := versionLine.FindStringSubmatchIndex(text)
	if at == nil {
		return text, true
	}
	if version := text[at[2]:at[3]]; version != ours {
		problems.add(source.offset(text, at[2]), key, "the text says that it is YAML "+version, "%YAML 1.2, or no such line")
		return "", false
	}
	return text[:at[2]] + parsers + text[at[3]:], true
}

// readDocuments reads two documents at most.
func readDocuments(text string) (docs []*yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil { // the parser panics on a few malformed texts
			err = fmt.Errorf("the YAML parser gave up: %v", r)
		}
	}()
	d := yaml.NewDecoder(bytes.NewReader([]byte(text)))
	for len(docs) < 2 {
		var doc yaml.Node
		if err := d.Decode(&doc); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		docs = append(docs, &doc)
	}
	return docs, nil
}

var yamlMessage = regexp.MustCompile(`(?s)^yaml: (?:line (\d+): )?(.*)$`)

// syntaxProblem finds the place of a syntax error. The parser's own line number is often
// too low, so it looks for the longest valid beginning.
func syntaxProblem(text string, source *sourceText, err error) (place, string) {
	line, message := 1, err.Error()
	if m := yamlMessage.FindStringSubmatch(message); m != nil {
		message = m[2]
		if n, err := strconv.Atoi(m[1]); err == nil {
			line = min(n, len(source.lines))
		}
	}
	if good, ok := goodLines(source.lines); ok {
		line = good + 1
	}
	shown := source.lines[line-1]
	rest := strings.TrimLeft(shown, " ")
	at := place{source, line, len(shown) - len(rest) + 1}
	if strings.HasPrefix(rest, "\t") {
		return at, "a tab in the indentation; YAML wants spaces"
	}
	return at, "not YAML: " + message
}

// goodLines counts the lines of the longest beginning that is YAML.
func goodLines(lines []string) (int, bool) {
	const maxSyntaxWork = 4 << 20 // bytes to parse times lines
	text := strings.Join(lines, "\n")
	if len(text)*len(lines) > maxSyntaxWork {
		return 0, false
	}
	for n := len(lines) - 1; n > 0; n-- {
		text = strings.Join(lines[:n], "\n")
		if _, err := readDocuments(text + "\n"); err == nil {
			return n, true
		}
	}
	return 0, true
}

// node is a value of a text, reduced to what a config may use.
type node struct {
	kind  nodeKind
	at    place
	text  string // of a scalar, as written
	value any    // of a scalar, see plainScalar
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
		b.problems.add(at, "", "nested too deeply", quantity.Of(maxDepth, "level"))
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
	scalar := &node{kind: scalarNode, at: at, text: n.Value, value: n.Value}
	if n.Style&(yaml.SingleQuotedStyle|yaml.DoubleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0 {
		scalar.value = plainScalar(n.Value)
	}
	return scalar
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
