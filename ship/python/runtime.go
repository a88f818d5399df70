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
	for changed := true; changed; {
		changed = false
		for i, b := range blocks {
			if !keep[i] && used(b, text) {
				keep[i], changed = true, true
				text += b
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

// used reports whether a program uses one of the names that a block defines. A
// block that defines none is always used.
func used(block, text string) bool {
	names := defined.FindAllStringSubmatch(block, -1)
	return len(names) == 0 || slices.ContainsFunc(names, func(n []string) bool {
		return regexp.MustCompile(`\b` + n[1] + n[2] + `\b`).MatchString(text)
	})
}
