package agent

import (
	"evolab/agent/board"
	feattt "evolab/features/tictactoe"
	"evolab/game"
	"evolab/game/tictactoe"
	"evolab/search"
	searchttt "evolab/search/tictactoe"
)

func tictactoeParts() Parts[tictactoe.State] {
	return Parts[tictactoe.State]{
		Look: search.Limits{Nodes: 5000},
		Layout: board.Layout{
			Form: "row,column with both in 0..2, as 1,2 or c2", Short: "row,column, as 1,2 or c2", Pairs: true,
			Signs: map[string]string{"X": "cross", "O": "nought"}, Moves: "row,column",
		},
		Rules: tictactoe.Rules(), Set: feattt.Set(), Geometry: feattt.Geometry, Hand: feattt.Hand(), Tactics: feattt.Tactics(),
		Solve:  searchttt.Solve,
		Speeds: Speeds{Rules: []RulePace{{Perft: 9}, {}}},
		Own: []Own[tictactoe.State]{
			{"perfect", func(r game.Rand) func(*tictactoe.State) game.Move { return perfectly(&r) }},
			{"smart", smartly},
		},
	}
}

// perfectly plays any of the moves that keep the value of the position.
func perfectly(r *game.Rand) func(*tictactoe.State) game.Move {
	var moves []game.Move
	return func(s *tictactoe.State) game.Move {
		moves = searchttt.Best(s, moves[:0])
		return moves[r.Intn(len(moves))]
	}
}

// smartly plays perfectly in eight moves of ten, and any move in the others, as
// the assignment's SmartPlayer does.
func smartly(r game.Rand) func(*tictactoe.State) game.Move {
	perfect := perfectly(&r)
	return func(s *tictactoe.State) game.Move {
		if r.Intn(10) < 8 {
			return perfect(s)
		}
		moves := s.Moves(nil)
		return moves[r.Intn(len(moves))]
	}
}
