package features

import "evolab/features/pattern"

// Max is the largest number of features that a game may have.
const Max = 64

// Vector holds the values of a position's features, in the order of the set's
// list, from the view of the side to move. Entries past the list stay 0.
type Vector [Max]int32

// Feature is one number that can be read off a position.
type Feature struct {
	Name string
	Doc  string // one line: what is counted, and for whom it is positive
	// Scale is the feature's standard deviation over positions from play. A
	// weight of 1 adds one Score unit for each Scale of the feature, so that
	// weights of different features can be compared.
	Scale float64
}

// Set is the features of one game. Extract fills a vector with all of them.
type Set[S comparable] struct {
	Game    string
	List    []Feature
	Extract func(*S, *Vector)
	// Part fills the features that are needed, and others as it likes; nil:
	// nothing is gained by leaving some out.
	Part func(*S, *Vector, Need)
	// Progress is how far the game has gone, 0..1000; it never goes back. Nil:
	// the game has no phases.
	Progress func(*S) int
	Length   Length // by Progress
	// Show hands a board to patterns; nil: the game has none.
	Show func(*S, *Chunks)
	// Geometry is the board of a variant for patterns, its error about the
	// variant. The lab sets it; what is shipped needs none.
	Geometry func(variant string) (pattern.Geometry, error)
	Hints    Hints[S]
}

// Need is some of a game's features: bit i is the one with the number i.
type Need uint64

// Any reports whether one of some features is needed.
func (n Need) Any(some Need) bool { return n&some != 0 }

// Names returns the names of the features in the order of the list.
func Names(list []Feature) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names
}

// Index is the place of a feature in the list, or -1.
func Index(list []Feature, name string) int {
	for i := range list {
		if list[i].Name == name {
			return i
		}
	}
	return -1
}
