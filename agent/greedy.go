package agent

import "evolab/game"

// greedy plays one of the moves with the largest immediate gain.
type greedy[S comparable, P game.Position[S]] struct{ baseline[S, P] }

func (a *greedy[S, P]) choose(s *S, _ Clock) Choice {
	a.moves = placements[S, P](a.rules, s, a.moves)
	var best tie
	most := 0
	for _, m := range a.moves {
		gain := a.tactics.Gain(s, m)
		if best.seen == 0 || gain > most {
			most = gain
			best.better(m)
		} else if gain == most {
			best.equal(m, &a.rand)
		}
	}
	return Choice{Move: best.move}
}
