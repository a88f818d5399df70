package gametest

import "evolab/game"

// Pick returns one of the legal moves, each equally likely; the game must not
// be over.
func Pick[S comparable, P game.Position[S]](s P, r *game.Rand) game.Move {
	moves := s.Moves(nil)
	return moves[r.Intn(len(moves))]
}
