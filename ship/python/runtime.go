package python

import (
	"regexp"
	"slices"
	"strings"
)

// needed is the part of the runtime that a program uses, directly or indirectly.
// Two empty lines separate blocks; each block defines the names at the start of
// its unindented lines. A block that defines none is always used.
func needed(runtime, text string) string {
	blocks := strings.Split(strings.Trim(runtime, "\n"), "\n\n\n")
	keep := make([]bool, len(blocks))
	words := map[string]bool{}
	note(words, text)
	for changed := true; changed; {
		changed = false
		for i, b := range blocks {
			if keep[i] {
				continue
			}
			names := defined.FindAllStringSubmatch(b, -1)
			if len(names) == 0 || slices.ContainsFunc(names, func(n []string) bool { return words[n[1]+n[2]] }) {
				keep[i], changed = true, true
				note(words, b)
			}
		}
	}
	var out []string
	for i, b := range blocks {
		if keep[i] {
			out = append(out, b)
		}
	}
	return "\n" + strings.Join(out, "\n\n\n") + "\n"
}

var defined = regexp.MustCompile(`(?m)^(?: {4})?(?:def|class) (\w+)|^(?: {4})?(\w+) = `)

// note adds the words of a text. It uses no regular expression: tables may take a
// megabyte.
func note(words map[string]bool, text string) {
	for w := range strings.FieldsFuncSeq(text, between) {
		words[w] = true
	}
}

// between reports whether a character is of no word.
func between(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
}
