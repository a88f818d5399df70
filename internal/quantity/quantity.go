// Package quantity writes a number of things in words: no message says "1 games".
package quantity

import (
	"fmt"
	"math"
	"strconv"
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

// Plain writes a number with all its digits and without an exponent, unless that took
// dozens of zeros.
func Plain(x float64) string {
	if size := math.Abs(x); size != 0 && (size < 1e-9 || size >= 1e21) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Digits is Plain for a number of which only some digits count: 3 of them make 0.0123,
// 1.2 and 2346. Whole ones are kept.
func Digits(x float64, digits int) string {
	_, exponent, found := strings.Cut(strconv.FormatFloat(x, 'e', digits-1, 64), "e")
	power, err := strconv.Atoi(exponent)
	if !found || err != nil { // not a number, or infinite
		return Plain(x)
	}
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'f', max(0, digits-1-power), 64), 64)
	if err != nil {
		return Plain(x)
	}
	return Plain(rounded)
}
