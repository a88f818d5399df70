package agent

import "evolab/game"

// aggressive looks at pairs of its own next two moves, as if the opponent
// passed in between, and plays the first move of a pair with the largest total
// gain; of several, one nearest to the centre. If something can be gained at
// once, it takes the largest immediate gain (the Little-Go assignment's wording).
type aggressive[S comparable, P game.Position[S]] struct {
	baseline[S, P]
	after, mine S
}

func (a *aggressive[S, P]) choose(s *S, _ Clock) Choice {
	a.moves = placements[S, P](a.rules, s, a.moves)
	atOnce := a.tactics.AtOnce && a.most(s) > 0
	var best tie
	bestGain, bestCentre := 0, 0
	for _, m := range a.moves {
		gain := a.tactics.Gain(s, m)
		if !atOnce {
			P(s).Play(m, &a.after)
			if !P(&a.after).Outcome().Over() && a.tactics.Skip(&a.after, &a.mine) {
				gain += a.most(&a.mine) // by an own move after m and a pass
			}
		}
		centre := a.tactics.Centre(m)
		switch {
		case best.seen == 0, gain > bestGain, gain == bestGain && centre < bestCentre:
			bestGain, bestCentre = gain, centre
			best.better(m)
		case gain == bestGain && centre == bestCentre:
			best.equal(m, &a.rand)
		}
	}
	return Choice{Move: best.move}
}
