package config

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

var plainWord = regexp.MustCompile(`^[\pL\pN_.:=<>+/-]+$`)

// maxWord is how much of somebody's text a message repeats.
const maxWord = 40

// brief repeats a key of the text: as it is when it is a plain word, else
// quoted.
func brief(text string) string {
	text = shorten(text)
	if plainWord.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

func shorten(text string) string {
	if r := []rune(text); len(r) > maxWord {
		return string(r[:maxWord]) + "..."
	}
	return text
}

// describe names a value for a message.
func describe(n *node) string {
	switch {
	case n.kind == listNode:
		return "a list"
	case n.kind == sectionNode:
		return "a section of keys"
	}
	switch n.value.(type) {
	case nil:
		return "no value"
	case string:
		return "text " + strconv.Quote(shorten(n.text))
	case bool:
		return "yes or no (" + brief(n.text) + ")"
	case foreign:
		return brief(n.text)
	}
	return "number " + brief(n.text)
}

// Nearest returns the word with the smallest edit distance, the first of
// equals.
func Nearest(word string, known []string) string {
	word = shorten(word)
	return slices.MinFunc(known, func(a, b string) int {
		return levenshtein.ComputeDistance(word, a) - levenshtein.ComputeDistance(word, b)
	})
}

// unknownKey words the problem of a key that the section does not have. A key
// of that very name elsewhere is nearer than a similar one here.
func unknownKey(name string, section, root *keySpec) (message, allowed string) {
	near := ""
	for _, row := range root.rows() {
		if row.Path == name {
			near = name + ", outside of this section"
		} else if strings.HasSuffix(row.Path, "."+name) && near == "" {
			near = row.Path
		}
	}
	if near == "" {
		var known []string
		for _, f := range section.fields {
			known = append(known, f.key)
		}
		near = Nearest(name, known)
	}
	return "unknown key; the nearest is " + near, section.keyNames()
}
