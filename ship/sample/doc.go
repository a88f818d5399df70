// Package sample has plain Go of every kind that the translator knows, for its
// tests: All runs in Go and in every other language, and must print the same
// lines in each.
package sample
