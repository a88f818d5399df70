package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
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
func Read(path string) ([]byte, error) {
	f, err := os.Open(path)
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
		p := Problem{Source: path, Message: fmt.Sprintf("cannot be read: %v", reason), Allowed: "the name of a YAML file"}
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
	d := &decoder{schema: schema, problems: &problems, places: map[string]place{}, derived: map[string]string{"name": baseName(name)}}
	d.section("", schema, root, reflect.ValueOf(c).Elem())
	if readable {
		d.bounds("", schema, reflect.ValueOf(c).Elem())
		for _, check := range checks {
			check(c, func(path, message, allowed string) { d.report(path, message, allowed) })
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

// baseName turns a file's name into a name.
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
