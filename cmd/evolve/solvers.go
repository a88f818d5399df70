package main

import (
	"fmt"
	"time"

	"evolab/agent"
	"evolab/game"
	"evolab/game/konane"
	"evolab/game/tictactoe"
	"evolab/search"
	"evolab/search/cputime"
	searchkonane "evolab/search/konane"
	searchttt "evolab/search/tictactoe"
)

// solver proves the value of one game's positions; the board must not be over.
// Time limits are in CPU time of the calling thread.
type solver struct {
	game  string
	solve func(b agent.Board, limits search.Limits) (agent.Solution, error)
}

// solvers lists how the positions of each game are solved. What an agent must
// not know stands here and nowhere below: the rules of the Konane assignment
// forbid databases and learning by anything but play.
func solvers() []solver {
	return []solver{
		{"littlego", agent.Board.Solve},
		{"checkers", agent.Board.Solve},
		{"halma", agent.Board.Solve},
		{"konane", typed(konane.Rules(), searchkonane.Solve)},
		{"tictactoe", typed(tictactoe.Rules(), searchttt.Solve)},
	}
}

func findSolver(name string) (solver, error) {
	for _, s := range solvers() {
		if s.game == name {
			return s, nil
		}
	}
	return solver{}, badInput(fmt.Errorf("evolve: no solver for the game %q", name), "evolve games lists the games")
}

// typed gives a board its type back, once per position.
func typed[S comparable](rules game.Rules[S], prove func(*S, search.Limits, func() time.Duration) search.Proof) func(agent.Board, search.Limits) (agent.Solution, error) {
	return func(b agent.Board, limits search.Limits) (agent.Solution, error) {
		s, err := rules.Parse("", b.Position())
		if err != nil {
			return agent.Solution{}, fmt.Errorf("evolve: solve: %w", err)
		}
		return agent.Solution(prove(&s, limits, cputime.Thread)), nil
	}
}
