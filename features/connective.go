package features

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
