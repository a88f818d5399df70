// Package player is the shipped agent without its command line: it plays one
// ply using the files in a folder. It reads input.txt, immediately writes a
// legal move to output.txt, and replaces it with better ones as it finds
// them.
//
// Read answer.go (one ply of any game), desk.go (the folder's files), timed.go
// (what games share whose input.txt states the time), settle.go (the decision,
// by package decide), then littlego.go, checkers.go and halma.go. rehearsal.go
// and memory.go play the same plies without a folder and a clock, to be
// compared. files.go alone touches the system.
//
// Other files: playdata.txt carries what the agent knows of a game of Checkers
// or Halma from one of its plies to the next, my_player_ply.txt the ply count
// of Little-Go, and calibration.txt, written by the command calibrate, says how
// fast the machine is. Each may be missing, of another game or damaged: then
// the agent ignores it.
//
// It keeps to the plain subset of Go that the shipped agent is translated from.
package player
