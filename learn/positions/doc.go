// Package positions keeps positions with the scores that a search gave them and
// the results of their games, in memory and in files that only grow. Other
// programs can write such files: docs/positions.md has their format.
//
// Read position.go (what is kept), header.go and record.go (the file), then
// writer.go and reader.go.
package positions
