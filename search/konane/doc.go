// Package konane proves who wins Konane positions on small boards.
//
// It is for the command that solves positions, and for nothing that plays: the
// rules of the assignment CSE 4705 forbid databases, and learning by anything
// but play.
package konane
