// Package pattern lays out n-tuples on a board: which cells each of them looks
// at, which of them share a table of weights, and which entry of the table an
// arrangement of pieces has. A search does not use it: package features looks
// the tables up.
//
// Read geometry.go (what a game says about its board), shape.go (the text that
// declares patterns), place.go (where a shape lies), layout.go (tables, and the
// places that read them), orbit.go (entries that symmetry makes one),
// text.go (tables as text), and draw.go (arrangements as little boards).
package pattern
