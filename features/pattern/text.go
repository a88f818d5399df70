package pattern

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	// MaxValue bounds the absolute value of an entry.
	MaxValue = 79
	// Zero is the character of the value 0; the others follow in order.
	Zero = 79
)

// Text writes a table, one character per entry. Values must be within
// -MaxValue..MaxValue.
func Text(values []int8) string {
	var b strings.Builder
	for _, v := range values {
		b.WriteRune(rune(Zero + int(v)))
	}
	return b.String()
}

// Values reads a table with the given number of entries.
func Values(text string, size int) ([]int8, error) {
	if n := utf8.RuneCountInString(text); n != size {
		return nil, fmt.Errorf("pattern: a table of %d entries (expected: %d)", n, size)
	}
	values := make([]int8, 0, size)
	for i, r := range text {
		v := int(r) - Zero
		if v < -MaxValue || v > MaxValue {
			return nil, fmt.Errorf("pattern: %q at byte %d of a table (allowed: the characters of -%d..%d, those from U+%04X to U+%04X)",
				r, i, MaxValue, MaxValue, Zero-MaxValue, Zero+MaxValue)
		}
		values = append(values, int8(v))
	}
	return values, nil
}
