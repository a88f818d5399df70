// Package tictactoe holds the evaluation features of tic-tac-toe, the weights
// that were set by hand, and what the baselines look at.
//
// Read set.go (the list), then extract.go (how the features are counted). A new
// feature is an entry in set.go, a line in extract.go, and a row in the test.
package tictactoe
