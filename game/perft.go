package game

// Perft counts the move sequences of the given length from s; a game that ends
// earlier does not count. count may be nil; otherwise it replaces the last
// level of the tree ("bulk counting").
func Perft[S comparable, P Position[S]](s *S, depth int, count func(*S) int) uint64 {
	if depth == 0 {
		return 1
	}
	p := perft[S, P]{frames: make([]perftFrame[S], depth+1), count: count}
	p.frames[depth].state = *s
	return p.walk(depth)
}

// Divide is one legal move and the perft of the position after it.
type Divide struct {
	Move  Move
	Nodes uint64
}

// PerftDivide is Perft split by the first move, in board order; depth must be
// positive.
func PerftDivide[S comparable, P Position[S]](s *S, depth int, count func(*S) int) []Divide {
	var parts []Divide
	var child S
	for _, m := range P(s).Moves(nil) {
		P(s).Play(m, &child)
		parts = append(parts, Divide{m, Perft[S, P](&child, depth-1, count)})
	}
	return parts
}

type perftFrame[S comparable] struct {
	state S
	moves []Move
}

// perft keeps one frame a level, so that a walk allocates nothing per node.
type perft[S comparable, P Position[S]] struct {
	frames []perftFrame[S]
	count  func(*S) int
}

func (p *perft[S, P]) walk(depth int) uint64 {
	f := &p.frames[depth]
	if depth == 1 && p.count != nil {
		return uint64(p.count(&f.state))
	}
	f.moves = P(&f.state).Moves(f.moves[:0])
	if depth == 1 {
		return uint64(len(f.moves))
	}
	var nodes uint64
	child := &p.frames[depth-1].state
	if depth == 2 && p.count != nil {
		for _, m := range f.moves {
			P(&f.state).Play(m, child)
			nodes += uint64(p.count(child))
		}
		return nodes
	}
	for _, m := range f.moves {
		P(&f.state).Play(m, child)
		nodes += p.walk(depth - 1)
	}
	return nodes
}

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
