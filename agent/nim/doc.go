// Package nim is the minimum that a new game needs: Nim with one heap, from which
// each side takes one to three counters, and whoever takes the last one wins.
// Tests add it to the games of the lab.
//
// Read state.go (the rules), text.go (how people write them), then game.go (what
// the lab asks for).
//
// No API: it may change in any release.
package nim
