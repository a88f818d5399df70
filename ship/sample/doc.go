// Package sample is plain Go of every kind that the translation knows, for its
// tests: All is run in Go and in every other language, and has to write the same
// lines.
//
// Read report.go (what a line is), then any of the others.
package sample
