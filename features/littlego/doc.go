// Package littlego holds the evaluation features of Little-Go, the weights
// that were set by hand, and what the baselines look at.
//
// Read set.go (the list: names, meaning, scales), then shape.go (what is read
// off the stones of one side) and extract.go (the difference between the
// sides). A new feature is an entry in set.go, a line in extract.go, and a row
// in the test.
package littlego
