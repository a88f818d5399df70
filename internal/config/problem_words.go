package config

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/agnivade/levenshtein"
)

var plainWord = regexp.MustCompile(`^[\pL\pN_.:=<>+/-]+$`)

// brief shortens a text for a message, and quotes it unless it is a plain word.
func brief(text string) string {
	text = shorten(text)
	if plainWord.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
}

func shorten(text string) string {
	const maxWord = 40
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

// Nearest returns the first word with the smallest edit distance.
func Nearest(word string, known []string) string {
	word = shorten(word)
	return slices.MinFunc(known, func(a, b string) int {
		return levenshtein.ComputeDistance(word, a) - levenshtein.ComputeDistance(word, b)
	})
}

// unknownKey words the problem of an unknown key. A key of that name elsewhere is
// nearer than a similar one in the section.
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
