// Package gtp is an engine's side of the Go Text Protocol, version 2
// (Farnebäck, https://www.lysator.liu.se/~gunnar/gtp/), for Little-Go.
//
// Read command.go (a line, and the answer to it), vertex.go (colours and
// points), session.go (the table of commands), play.go (those about the game)
// and clock.go (those about time).
//
// The rules are the lab's: 5x5, a komi of 2.5, 24 plies, two passes in a row or
// a pass as the very first move end the game, and stones on the board count.
// Where the protocol knows more, the session says so: another board size is an
// "unacceptable size", another komi an error that leaves 2.5 in force, a colour
// out of turn is refused, and so is any move after the end of the game.
//
// The package is pure: it uses a reader and a writer, and the caller chooses the
// moves.
package gtp
