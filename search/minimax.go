package search

import (
	"evolab/features"
	"evolab/game"
)

// Minimax is the value of a position for its side to move, searched depth
// plies deep without any pruning, and its first best move in board order. It
// is the reference that the engine must agree with; it allocates as it likes.
func Minimax[S comparable, P game.Position[S]](s *S, eval *features.Linear[S], depth int) (game.Move, int) {
	return minimax[S, P](s, eval, depth, 0)
}

func minimax[S comparable, P game.Position[S]](s *S, eval *features.Linear[S], depth, ply int) (game.Move, int) {
	if o := P(s).Outcome(); o.Over() {
		return game.NoMove, terminal(o, P(s).Turn(), ply)
	}
	if depth == 0 {
		return game.NoMove, eval.Score(s)
	}
	best, bestMove := -infinity, game.NoMove
	for _, m := range P(s).Moves(nil) {
		var child S
		P(s).Play(m, &child)
		_, score := minimax[S, P](&child, eval, depth-1, ply+1)
		if -score > best {
			best, bestMove = -score, m
		}
	}
	return bestMove, best
}
