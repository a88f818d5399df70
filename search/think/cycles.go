package think

import (
	"evolab/game"
	"evolab/search"
)

// Cycles is what the game so far says about the moves to choose from. The zero
// value says nothing.
type Cycles struct {
	// Seen is how often the position after each legal move, in board order,
	// came up before; nil is never.
	Seen []int
	// Draw is how often a position has to occur to end the game as a draw; 0 is
	// a game without such a rule, where repetition only loses time.
	Draw int
	// Keys are the keys of the game's positions, the current one last (see
	// search.Limits.History); empty: nothing is known.
	Keys []uint64
}

// before is the history for a search of the position itself, where repetition
// ends in a draw.
func (c *Cycles) before() []uint64 {
	if c.Draw == 0 || len(c.Keys) == 0 {
		return nil
	}
	return c.Keys[:len(c.Keys)-1]
}

func (c *Cycles) after() []uint64 {
	if c.Draw == 0 {
		return nil
	}
	return c.Keys
}

func (c *Cycles) near(moves int) bool {
	for i := 0; i < moves && i < len(c.Seen); i++ {
		if c.Seen[i] > 0 {
			return true
		}
	}
	return false
}

// Back reports whether a move, one of all legal moves in board order, leads to
// where the game has been.
func (c *Cycles) Back(moves []game.Move, m game.Move) bool {
	return c.seen(place(moves, m)) > 0
}

// place is the index of a move, or -1.
func place(moves []game.Move, m game.Move) int {
	for i := range moves {
		if moves[i] == m {
			return i
		}
	}
	return -1
}

func (c *Cycles) seen(i int) int {
	if i < 0 || i >= len(c.Seen) {
		return 0
	}
	return c.Seen[i]
}

func (c *Cycles) draws(i int) bool { return c.Draw > 0 && c.seen(i)+1 >= c.Draw }

// slack is how much less a new position may score where there are no draws: three
// times as much whenever the old position comes up again.
const slack = 1024

// least is the score that another move must have to be played instead of the
// best one, when that leads to a position seen n times.
func (c *Cycles) least(score, n int) int {
	if c.Draw > 0 {
		return 1 // better than the draw that going round ends in
	}
	gap := slack
	for ; n > 1 && gap < search.Proven; n-- {
		gap *= 3
	}
	return max(score-gap, -search.Proven)
}
