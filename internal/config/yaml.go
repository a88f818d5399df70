package config

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"strconv"

	"gopkg.in/yaml.v3"
)

// YAML formats a config with every key. [Parse] restores it.
func YAML[T any](c *T) ([]byte, error) {
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(yamlSection(schemaOf(c), reflect.ValueOf(c).Elem())); err != nil {
		return nil, fmt.Errorf("config: %w", err)
	}
	if err := e.Close(); err != nil {
		return nil, fmt.Errorf("config: %w", err)
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
	return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(v.Float(), 'g', -1, 64)}
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
