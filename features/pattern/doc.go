// Package pattern lays n-tuples out on a board: which cells each of them looks
// at, which of them share a table of weights, and where in the table an
// arrangement of pieces stands. It plays no part in a search: package features
// looks the tables up.
//
// Read geometry.go (what a game says of its board), shape.go (the text that
// declares patterns), place.go (where a shape lies), layout.go (tables, and the
// places that read them), orbit.go (entries that are one by symmetry),
// text.go (tables as text), and draw.go (arrangements as little boards).
package pattern
