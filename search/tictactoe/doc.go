// Package tictactoe solves tic-tac-toe: solver.go searches the whole rest of a
// game, and solve.go has what players and commands ask of it.
package tictactoe
