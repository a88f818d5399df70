package game

// Playout plays uniformly random moves from s until the game is over or limit
// plies were played, leaves the last position in s, and returns the number of
// plies. pick may be nil; moves is a buffer that is reused and returned.
func Playout[S comparable, P Position[S]](s *S, r *Rand, limit int, pick func(*S, uint32) Move, moves []Move) (int, []Move) {
	ply := 0
	for ; ply < limit && !P(s).Outcome().Over(); ply++ {
		var m Move
		if pick != nil {
			m = pick(s, r.Uint32())
		} else {
			moves = P(s).Moves(moves[:0])
			m = moves[r.Intn(len(moves))]
		}
		P(s).Play(m, s)
	}
	return ply, moves
}
