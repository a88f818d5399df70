// Package checkers holds the evaluation features of checkers, the weights that
// were set by hand, and what the baselines look at.
//
// Read set.go (the list: names, meaning, scales), then side.go (one side's
// pieces and where they can go), placement.go, structure.go, attack.go and
// endgame.go (what is read off a side), and extract.go (the difference between
// the sides). Most features go back to A. L. Samuel, "Some studies in machine
// learning using the game of checkers" (1959, appendix C), though they are read
// off for both sides here. A new feature is an entry in set.go, a line in
// extract.go, and a row in the test.
package checkers
