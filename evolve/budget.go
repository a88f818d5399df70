package evolve

import (
	"cmp"
	"context"
	"errors"
)

// Budget limits the games of a run, in place of Shared.Generations.
//
// As many generations are played as it takes, none larger than without a budget and
// all of about the same size, so that no generation rates its candidates by a few
// games. An optimiser that moves a vector ends with a generation in which the vector
// plays alone: nobody has seen yet what the last step made of it. What does not
// divide evenly is played by the last generation.
type Budget struct {
	// Pairs returns how many pairs may still be played after a generation; the one with
	// index -1 comes before all.
	Pairs func(g Generation) int
	// Least is the smallest size of a generation, in units as Cost counts them.
	Least int
	// Measured: what a pair costs shows only when some have been played. Generation 0
	// then is as small as allowed, and a remainder is not played.
	Measured bool
	// Whole: a few pairs do not make a fitness, so that a remainder is not played.
	Whole bool
}

// ErrBudget is the error of a budget that is too small for one step.
var ErrBudget = errors.New("the budget is too small for one step")

// Cost says what generations cost. Their size is a number of units: the pairs that
// each candidate plays, with successive halving those of the first round; or the iterations
// of SPSA.
type Cost struct {
	Units  int // of a generation without a budget
	Rounds int // of successive halving, in which round r plays 2^r pairs per unit; 1 is without
	// Openings are the pairs against opponents that a unit adds to a generation, in round 0;
	// 0 if no opponent is met.
	Openings int
	// Start, Step and Close are the pairs per unit of generation 0, of each step after
	// it, and of the generation in which a moved vector plays alone; 0 if none is moved.
	Start, Step, Close int
}

// Games is how many games generation 0 and some steps play without a budget.
func (c Cost) Games(steps int) int { return 2 * c.Units * (c.Start + steps*c.Step) }

// LeastGames is the smallest budget of games: that of one step, with generations of the
// least units.
func (c Cost) LeastGames(least int) int { return 2 * least * (c.Start + c.Step + c.Close) }

// Generations is how many generations follow generation 0 with a budget of games.
func (c Cost) Generations(games, least int) int {
	b := &Budget{Pairs: func(g Generation) int { return (games - g.Games) / 2 }, Least: least}
	g := Generation{Index: -1}
	for next := b.next(c, g, nil); next != nil; next = b.next(c, g, next) {
		g.Index++
		g.Games += 2 * next.Units * c.pairs(g.Index, next)
	}
	return g.Index
}

func (c Cost) pairs(index int, t *Turn) int {
	switch {
	case index == 0:
		return c.Start
	case t.Close:
		return c.Close
	}
	return c.Step
}

// Turn is a generation as a budget has planned it.
type Turn struct {
	Units int  `json:"units"`           // its size
	Last  int  `json:"last"`            // the generation with the last step
	Close bool `json:"close,omitempty"` // the moved vector plays alone
}

// next plans the generation after g; made is the turn that planned g, nil at the start,
// and where a larger budget continues a run. There is no next one if the budget is used
// up.
func (b *Budget) next(c Cost, g Generation, made *Turn) *Turn {
	if g.Index < 0 && b.Measured {
		return &Turn{Units: b.Least, Last: 1}
	}
	if made != nil && made.Close {
		return nil
	}
	pairs, fixed := b.Pairs(g), c.Close
	if g.Index < 0 {
		fixed += c.Start
	}
	steps := 0
	switch {
	case made != nil && !b.Measured:
		steps = made.Last - g.Index
	case pairs >= b.Least*(c.Step+fixed):
		step := c.Units * c.Step
		most := (pairs/b.Least - fixed) / c.Step // with all of them as small as allowed
		steps = max(1, min(most, (pairs-c.Units*fixed+step-1)/step))
	}
	switch {
	case steps > 0:
		return &Turn{Units: min(c.Units, pairs/(steps*c.Step+fixed)), Last: max(g.Index, 0) + steps}
	case c.Close > 0 && made != nil && g.Index > 0:
		return &Turn{Units: max(b.Least, min(c.Units, pairs/c.Close)), Last: made.Last, Close: true}
	}
	return nil
}

// plan sets what follows a generation; made is the turn that planned it. The error is that
// of a budget that does not pay for a step.
func (s *Shared) plan(c Cost, g *Generation, made *Turn) error {
	if s.Budget == nil {
		return nil
	}
	if g.Next = s.Budget.next(c, *g, made); g.Next == nil && g.Index < 1 {
		return ErrBudget
	}
	return nil
}

// continueAfter plans how a recorded generation continues if the budget has grown since.
func (s *Shared) continueAfter(c Cost, g *Generation, grown bool) {
	if s.Budget != nil && grown {
		g.Next = s.Budget.next(c, *g, nil)
	}
}

// over reports whether no generation follows.
func (s *Shared) over(g Generation) bool {
	if s.Budget != nil {
		return g.Next == nil
	}
	return g.Index >= s.Generations
}

func (s *Shared) turnAfter(c Cost, g Generation) Turn {
	if g.Next != nil {
		return *g.Next
	}
	return Turn{Units: c.Units, Last: s.Generations}
}

// remainder is how many pairs are left when the last generation has been played.
func (s *Shared) remainder(g Generation) int {
	if b := s.Budget; b != nil && g.Next == nil && !b.Measured && !b.Whole {
		return max(0, b.Pairs(g))
	}
	return 0
}

// playOn lets players play the pairs that are left of a budget: all of them the same
// number, and the best of them those that do not divide evenly. Their pairs begin
// with the given one.
func (g *Generation) playOn(ctx context.Context, s Scorer, players []Individual, caution float64, first, pairs int) error {
	if each := pairs / len(players); each > 0 {
		if _, err := g.play(ctx, s, players, first, each); err != nil {
			return err
		}
		first, pairs = first+each, pairs%len(players)
	}
	if pairs == 0 {
		return nil
	}
	best := 0
	for i := range players {
		if cmp.Compare(players[i].Tally.Lower(caution), players[best].Tally.Lower(caution)) > 0 {
			best = i
		}
	}
	_, err := g.play(ctx, s, players[best:best+1], first, pairs)
	return err
}
