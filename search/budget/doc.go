// Package budget decides how long to think about a move: given a time for
// the move, or for the rest of a game.
//
// Read allowance.go (what a player may use), manager.go (what of it goes into
// this move, and when to stop) and pace.go (how a game's time is spent). How many
// moves a game has left is in the features.Length of its set.
//
// It is the one manager of time: of the shipped agent, whose time is the CPU
// time of its process, of the lab's agents, whose time is that of their thread,
// and of games over a network, whose time is real. It reads no clock itself.
//
// No API: it may change in any release.
package budget
