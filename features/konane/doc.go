// Package konane holds the evaluation features of Konane, a set of weights that
// was chosen by hand, and what the baselines look at.
//
// Read set.go (the list: names, meaning, scales), then view.go (what one colour
// can do), sides.go (both colours, on small and on large boards), places.go
// (corners, edges, the inside), regions.go (the connected empty cells) and
// extract.go (the difference between the colours). A new feature is an entry in
// set.go, a line in extract.go, and a row in the test.
package konane
