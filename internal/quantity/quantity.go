// Package quantity writes a number of things in words: no message says "1 games".
package quantity

import (
	"fmt"
	"strings"
)

// Number is what things are counted with; a share of them may be counted, too, as in
// half a minute.
type Number interface {
	~int | ~int8 | ~int32 | ~int64 | ~uint8 | ~uint32 | ~uint64 | ~float64
}

// Of is a number of things, as in "1 game" and "2 random plies". The last word of the noun
// takes the plural.
func Of[N Number](n N, noun string) string {
	return fmt.Sprintf("%v %s", n, Noun(n, noun))
}

// Noun is the noun alone, for a number that is written in another way.
func Noun[N Number](n N, noun string) string {
	if n == 1 {
		return noun
	}
	last := len(noun) - 1
	switch {
	case strings.HasSuffix(noun, "y") && !strings.ContainsRune("aeiou", rune(noun[last-1])):
		return noun[:last] + "ies"
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"), strings.HasSuffix(noun, "sh"):
		return noun + "es"
	}
	return noun + "s"
}

// Verb chooses between the forms of a verb, as in "does not" and "do not".
func Verb[N Number](n N, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
