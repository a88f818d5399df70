// Package artemis is the conversation with the Artemis server, on which programs
// play Konane against each other: the client's side and the server's, as state
// machines over lines, and a client's series of games. Nothing here opens a
// connection or reads a clock.
//
// The client keeps to the plain subset of Go from which the shipped program of
// Konane is translated.
package artemis
