// Package self is what a shipped program calls itself in its messages; a program
// that is handed in has the name of its file instead of this one.
package self

// Name begins each message.
const Name = "my_player"
