package config

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// JSONSchema describes a T to editors, as JSON Schema (draft 2020-12). Only [Parse]
// knows what depends on other keys or on checks.
func JSONSchema[T any](title string) ([]byte, error) {
	schema := schemaOf(new(T)).jsonSchema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = title
	schema["type"] = "object"
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("config: schema: %w", err)
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

// describe writes the bounds that are plain numbers.
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

// plain is a value as JSON has it.
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
