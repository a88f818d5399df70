package game

// Playout plays uniformly random moves from s until the game is over or limit
// plies were played, leaves the last position in s, and returns the number of
// plies. moves is a buffer that is reused and returned.
func Playout[S comparable, P Position[S]](s *S, r *Rand, limit int, moves []Move) (int, []Move) {
	ply := 0
	for ; ply < limit && !P(s).Outcome().Over(); ply++ {
		moves = P(s).Moves(moves[:0])
		P(s).Play(moves[r.Intn(len(moves))], s)
	}
	return ply, moves
}
