// Package config reads YAML files strictly into structs, and reports all problems at
// once, each with its place in the file. The tags of the struct's fields are the only
// description of a key; [Keys] returns them as a table:
//
//	key      name in the file
//	doc      what it does
//	unit     of the value
//	default  YAML; without it the key is required
//	derived  describes a default that depends on something else
//	range    low..high; ">0" excludes 0; a bound may be a key, as in population-1
//	even     "true": the number must be even
//	oneof    the allowed words, separated by |
//	match    regular expression for the whole text
//	count    range of the number of items in a list
//	allowed  describes the allowed values if the tags above do not
//
// For a list, range, oneof and match apply to each item. The keys of an embedded
// struct are among those around it, a field without a key, or with key:"-", is none, and a
// [Choice] is a key with a section for each of its options.
//
// A text goes through yaml.go (text to nodes), override.go (settings that override the
// file), schema.go (tags to a description of the keys) and decode.go (nodes to values).
// settings.go fills such a struct from settings on one line, as an agent has them.
package config
