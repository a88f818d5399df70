// Package nim is the least that a new game brings: Nim with one heap, of which
// each side takes one to three counters, and who takes the last one wins. Tests
// add it to the games of the lab; the lab itself does not have it.
//
// Read state.go (the rules), text.go (how people write them), then game.go (what
// the lab asks for).
package nim
