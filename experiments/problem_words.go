package experiments

import (
	"fmt"
	"regexp"
	"strconv"

	"github.com/agnivade/levenshtein"
)

var plainWord = regexp.MustCompile(`^[\pL\pN_.:=<>+/-]+$`)

// maxWord is how much of somebody's text a message repeats.
const maxWord = 40

// brief repeats a key of the text: as it is when it is a plain word, else
// quoted.
func brief(text string) string {
	if r := []rune(text); len(r) > maxWord {
		text = string(r[:maxWord]) + "..."
	}
	if plainWord.MatchString(text) {
		return text
	}
	return strconv.Quote(text)
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
		return "text " + brief(n.text)
	case bool:
		return "yes or no (" + brief(n.text) + ")"
	case foreign:
		return brief(n.text)
	}
	return "number " + brief(n.text)
}

// nearest returns the word with the smallest edit distance, the first of
// equals.
func nearest(word string, known []string) string {
	if r := []rune(word); len(r) > 2*maxWord {
		word = string(r[:2*maxWord])
	}
	best, distance := "", -1
	for _, k := range known {
		if d := levenshtein.ComputeDistance(word, k); distance < 0 || d < distance {
			best, distance = k, d
		}
	}
	return best
}

// unknownKey words the problem of a key that the section does not have. A key
// of that very name elsewhere is nearer than a similar one here.
func unknownKey(name string, section *keySpec) (message, allowed string) {
	var known []string
	for _, f := range section.fields {
		known = append(known, f.key)
	}
	near := nearest(name, known)
	for _, row := range Keys() {
		if hasLeaf(row.Path, name) {
			near = row.Path
			break
		}
	}
	return fmt.Sprintf("unknown key; the nearest is %s", near), section.keyNames()
}

func hasLeaf(path, name string) bool {
	return len(path) > len(name) && path[len(path)-len(name):] == name && path[len(path)-len(name)-1] == '.'
}
