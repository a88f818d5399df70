package littlego

import (
	"evolab/game"
	"evolab/game/littlego"
)

// Most opponents are programs that look a ply or a few ahead, at the stones or at
// the stones and their liberties. So the replies to expect are those that such
// searches choose, and with a small part of the opponents whatever is plausible.

// The parts of the opponents, of all of them.
const (
	ofAnyKind = 2 // whatever is plausible
	ofTakers  = 3 // those that compare the stones after their move
	ofTraders = 6 // those that compare them after the best capture in answer, too
	ofJudges  = 5 // those that compare what judge says after the best answer
	ofAll     = ofAnyKind + ofTakers + ofTraders + ofJudges
)

// everyone is the weight of the replies of all opponents. A reply with less than likely
// costs more to look at than it says.
const (
	everyone = 1 << 8 * ofAll
	likely   = everyone / 43
)

// expect fills in the replies that opponents are likely to choose, the likeliest
// first. The positions that it looks at count as nodes; if the limits end it, what
// it fills in means nothing.
func (z *Solver) expect(s *littlego.State, c *choices) {
	var next littlego.State
	var shares, taken, traded, judged [32]int32
	c.list(s)
	for i := range c.n {
		shares[i] = everyone / ofAll * ofAnyKind * c.weights[i] / c.total
		s.Play(c.moves[i], &next)
		if end := ended(&next); end != 0 {
			taken[i], traded[i], judged[i] = end, end, end
			continue
		}
		taken[i] = perStone * int32(next.Opp().Count()-next.Own().Count())
		traded[i] = taken[i] - perStone*int32(next.MostCaptures())
		judged[i] = -z.bestJudged(&next)
		if z.Meter.Out {
			return
		}
	}
	share(&shares, &taken, c.n, 1, ofTakers)
	share(&shares, &traded, c.n, 1, ofTraders)
	share(&shares, &judged, c.n, 2, ofJudges)
	c.keep(&shares)
}

// ended is what the end of a game is worth to the side that made the last move, more
// than any stones; 0 before the end.
func ended(s *littlego.State) int32 {
	const won = littlego.Points * perStone
	o := s.Outcome()
	switch {
	case !o.Over():
		return 0
	case o.Result == game.Win(s.Turn()):
		return -won
	}
	return won
}

// bestJudged is what judge says after the best move, a pass included.
func (z *Solver) bestJudged(s *littlego.State) int32 {
	var next littlego.State
	best := -judge(s)
	for legal := s.Placements(); legal != 0; legal &= legal - 1 {
		z.Nodes++
		if z.Meter.Over(z.Nodes) {
			return 0
		}
		s.Play(game.Move(first(legal))<<16, &next)
		value := ended(&next)
		if value == 0 {
			value = judge(&next)
		}
		best = max(best, value)
	}
	return best
}

// share adds the shares of some opponents: each step by which a reply's value is below
// the best one halves how many of them choose it.
func share(shares, values *[32]int32, n int, step, of int32) {
	best, total := values[0], int32(0)
	var weights [32]int32
	for i := range n {
		best = max(best, values[i])
	}
	for i := range n {
		weights[i] = 1 << 8 >> min((best-values[i])/step, 8)
		total += weights[i]
	}
	for i := range n {
		shares[i] += everyone / ofAll * of * weights[i] / total
	}
}

// keep leaves the moves with the largest shares, which become their weights.
func (c *choices) keep(shares *[32]int32) {
	moves, n := c.moves, c.n
	c.n, c.total = 0, 0
	for i := range n {
		if shares[i] >= likely {
			c.add(moves[i], shares[i])
			c.total += shares[i]
		}
	}
}
