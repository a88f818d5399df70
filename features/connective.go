package features

import (
	"fmt"
	"strconv"
	"strings"
)

// ConnectiveScale is the standard deviation of a condition that holds half of
// the time.
const ConnectiveScale = .5

// maxTerms is the largest number of conditions of a connective.
const maxTerms = 4

// Connective is a binary connective (Samuel, "Some studies in machine learning
// using the game of checkers", 1959): a feature that is 1 if several conditions on
// other features all hold, and 0 otherwise. Its name says what it is:
//
//	stones>=2 & edge<=0
type Connective struct {
	terms [maxTerms]term
	n     int
}

// term holds where low <= value <= high.
type term struct {
	feature   int
	low, high int32
}

// Value is 1 if all conditions hold, and 0 otherwise.
func (c *Connective) Value(v *Vector) int32 {
	for i := 0; i < c.n; i++ {
		t := &c.terms[i]
		if v[t.feature] < t.low || v[t.feature] > t.high {
			return 0
		}
	}
	return 1
}

// IsConnective reports whether a name is a connective's, not a feature's.
func IsConnective(name string) bool { return strings.ContainsAny(name, "<>=&") }

// ParseConnective reads a name: conditions split by &, each a feature of the
// list, a comparison (<, <=, =, >=, >) and a whole number.
func ParseConnective(name string, list []Feature) (Connective, error) {
	var c Connective
	parts := strings.Split(name, "&")
	if len(parts) > maxTerms {
		return c, fmt.Errorf("connective %q: number of conditions: %d (allowed: 1..%d)", name, len(parts), maxTerms)
	}
	for _, part := range parts {
		t, err := parseTerm(strings.TrimSpace(part), list)
		if err != nil {
			return c, fmt.Errorf("connective %q: %w", name, err)
		}
		c.terms[c.n] = t
		c.n++
	}
	return c, nil
}

func parseTerm(text string, list []Feature) (term, error) {
	t := term{low: -maxBound, high: maxBound}
	for _, op := range []string{"<=", ">=", "<", ">", "="} { // longer ones first
		name, number, ok := strings.Cut(text, op)
		if !ok {
			continue
		}
		if t.feature = Index(list, strings.TrimSpace(name)); t.feature < 0 {
			return t, fmt.Errorf("no feature %q", strings.TrimSpace(name))
		}
		n, err := strconv.Atoi(strings.TrimSpace(number))
		if err != nil || n <= -maxBound || n >= maxBound {
			return t, fmt.Errorf("%q after %s (expected: a whole number)", number, op)
		}
		t.limit(op, int32(n))
		return t, nil
	}
	return t, fmt.Errorf("condition %q (expected: a feature, one of <, <=, =, >=, >, and a whole number)", text)
}

// maxBound is beyond every value of a feature.
const maxBound = 1 << 30

func (t *term) limit(op string, n int32) {
	switch op {
	case "<=":
		t.high = n
	case ">=":
		t.low = n
	case "<":
		t.high = n - 1
	case ">":
		t.low = n + 1
	default:
		t.low, t.high = n, n
	}
}
