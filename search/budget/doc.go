// Package budget decides how long to think about a move: given a time for
// the move, or for the rest of a game.
//
// Read allowance.go (what a player may use), manager.go (what of it goes into
// this move, and when to stop) and pace.go (how a game's time is spent). The
// features.Length of a game's set estimates how many moves are left.
//
// All players manage their time with it: the shipped agent by the CPU time of
// its process, the lab's agents by that of their thread, and games over a
// network by the wall clock. It reads no clock itself.
package budget
