// Package nim is a minimal example of a new game: Nim with one heap. Each
// side takes one to three counters, and whoever takes the last one wins.
// Tests add it to the lab's games.
//
// Read state.go (the rules), text.go (the notation), then game.go (what the
// lab needs).
package nim
