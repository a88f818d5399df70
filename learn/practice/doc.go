// Package practice plays games that teach while they are played: an evaluation
// looks at the positions after each of its moves, takes the best one, now and then
// any other, and what it saw is handed to a learner. It plays both sides, or one
// against an opponent.
//
// Read practice.go (which games are played) and game.go (one game, and the replay
// of one that others have played).
//
// No API: it may change in any release.
package practice
