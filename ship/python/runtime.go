package python

import (
	"regexp"
	"slices"
	"strings"
)

// needed is the part of the runtime that a program uses, directly or indirectly.
// Two empty lines separate blocks; each block defines the names at the start of
// its unindented lines.
func needed(runtime, text string) string {
	blocks := strings.Split(strings.Trim(runtime, "\n"), "\n\n\n")
	keep := make([]bool, len(blocks))
	words := map[string]bool{}
	note(words, text)
	for changed := true; changed; {
		changed = false
		for i, b := range blocks {
			if !keep[i] && used(b, words) {
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

var (
	defined = regexp.MustCompile(`(?m)^(?: {4})?(?:def|class) (\w+)|^(?: {4})?(\w+) = `)
	word    = regexp.MustCompile(`\w+`)
)

// note adds the words of a text.
func note(words map[string]bool, text string) {
	for _, w := range word.FindAllString(text, -1) {
		words[w] = true
	}
}

// used reports whether one of the names that a block defines is among the words of a
// program. A block that defines none is always used.
func used(block string, words map[string]bool) bool {
	names := defined.FindAllStringSubmatch(block, -1)
	return len(names) == 0 || slices.ContainsFunc(names, func(n []string) bool { return words[n[1]+n[2]] })
}
