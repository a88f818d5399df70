// Package self is what a shipped program calls itself in its messages; a program
// that is handed in has the name of its file instead of this one.
//
// No API: it may change in any release.
package self

// Name begins each message.
const Name = "my_player"
