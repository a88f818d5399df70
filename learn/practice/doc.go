// Package practice plays games for a learner that learns during play: an
// evaluation rates the positions after each of its moves, plays the best one
// or now and then any other, and passes what it saw to the learner. It plays
// both sides, or one side against an opponent.
//
// Read practice.go (which games are played) and game.go (one game, and the replay
// of one that others have played).
package practice
