// Package config reads YAML files strictly into structs, and reports everything
// that is wrong with one at once, each problem with its place in the file. The
// tags of the struct's fields are the only place where a key is described;
// [Keys] shows them as a table:
//
//	key      name in the file
//	doc      what it does
//	unit     of the value
//	default  YAML; no default: the key is required
//	derived  what the default is when it depends on something else
//	range    low..high; ">0" excludes 0; a bound may be a key, as in population-1
//	even     "true": the number must be even
//	oneof    the words that are allowed, split by |
//	match    regular expression for the whole text
//	count    range of the number of items in a list
//	allowed  how to describe the allowed values when the tags above do not
//
// For a list, range, oneof and match hold for each item. The keys of an embedded
// struct stand among those around it, a field with the tag key:"-" is no key, and
// a [Choice] is a key with a section for each of its options.
//
// Read load.go (from a file to a struct) and check.go (what tags cannot know),
// then key_spec.go (tags), choice.go, decode_text.go, decode_tree.go and
// decode.go (from text to values), override.go (settings that win over the file)
// and problem.go. yaml.go, flat.go and jsonschema.go write configs, compare
// them, and describe them to editors.
package config
