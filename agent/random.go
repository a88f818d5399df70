package agent

import "evolab/game"

// random plays any legal move, but passes only when there is nothing else.
type random[S comparable, P game.Position[S]] struct {
	rules *game.Rules[S]
	rand  game.Rand
	moves []game.Move
}

func (a *random[S, P]) choose(s *S, _ Clock) Choice {
	a.moves = placements[S, P](a.rules, s, a.moves)
	return Choice{Move: a.moves[a.rand.Intn(len(a.moves))]}
}
