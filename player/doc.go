// Package player is what a shipped program does: it is translated into other
// languages, so it keeps to the plain subset of Go and meets the outside only
// through package system.
//
// Read probe.go: how a shipped program shows that it plays as the Go agent. What
// a program does for one game's host is in a package of its own below this one.
package player
