package littlego

import (
	"evolab/game"
	"evolab/game/littlego"
	"evolab/search"
)

// In a lost position every move loses to the right reply. The hardest one is
// that after which an opponent most likely goes wrong, now or in one of its next
// replies: foes.go says what opponents do.

// certain is the hope of a position that is won.
const certain = 1 << 16

// ahead is how many replies ahead hopes are counted, as far as a player with two
// seconds has time for in most positions: four with nine plies left, and one
// fewer for every two plies more.
func ahead(left int) int { return min(max(4-(left-9)/2, 1), 4, left/2) }

// trap is a move, and the hope after it or a bound that the hope is not above.
type trap struct {
	move game.Move
	hope int
}

// Hardest returns the move of a lost position that asks most of the opponent, as far
// as the limits let it look: first one reply ahead, then more. The judged order
// decides between equal hopes, and alone if there was no time to look at any move.
func (z *Solver) Hardest(s *littlego.State, limits search.Limits) game.Move {
	z.Meter.Begin(z.Nodes, limits)
	var traps [32]trap
	var own choices
	own.list(s)
	own.allowPass()
	for i := range own.n {
		traps[i] = trap{own.moves[i], 0}
	}
	for replies := 1; replies <= ahead(littlego.LastPly-s.Ply()); replies++ {
		z.compare(s, traps[:own.n], replies)
		if z.Meter.Out || traps[0].hope == certain {
			break
		}
	}
	return traps[0].move
}

// compare counts the hopes of moves and sorts the moves by them. If the limits end
// that, the best of the moves that it has looked at comes first. With more than one
// reply the move that was best before is looked at first, so that only a better one
// replaces it.
func (z *Solver) compare(s *littlego.State, traps []trap, replies int) {
	// Each round allows a move eight times the nodes of the one before. Few replies
	// to a good trap win, and those that don't are refuted fast: so the best traps
	// come early, and the others need not be searched to the end.
	const firstRound, growth = 1 << 12, 8
	done := 0
	for part := uint64(firstRound); done < len(traps); part *= growth {
		for i := done; i < len(traps); i++ {
			most := part
			if i == 0 && replies > 1 {
				most = 0
			}
			if !z.Meter.Part(z.Nodes, most) {
				return
			}
			floor := -1
			if done > 0 {
				floor = traps[0].hope
			}
			hope := z.hopeOf(s, traps[i].move, replies, floor)
			if !z.Meter.Out {
				enter(traps[:i+1], done, hope)
				done++
			}
		}
	}
}

// enter inserts the last of the traps by its hope among the first ones, whose hopes
// are known.
func enter(traps []trap, known, hope int) {
	at := trap{traps[len(traps)-1].move, hope}
	place := len(traps) - 1
	for ; place > known || place > 0 && traps[place-1].hope < hope; place-- {
		traps[place] = traps[place-1]
	}
	traps[place] = at
}

// hopeIn is the hope of the side to move, after a reply of foe.
func (z *Solver) hopeIn(s *littlego.State, foe game.Side, replies int) int {
	if o := s.Outcome(); o.Over() {
		if o.Result != game.Win(foe) {
			return certain
		}
		return 0
	}
	if z.wins(s) && !z.Meter.Out {
		return certain
	}
	if replies == 1 || z.Meter.Out {
		return 0
	}
	var own choices
	own.list(s)
	own.allowPass()
	most := 0
	for i := range own.n {
		most = max(most, z.hopeOf(s, own.moves[i], replies-1, most))
		if z.Meter.Out {
			return 0
		}
	}
	return most
}

// hopeOf is the hope after a move: the mean over the likely replies, weighed by how
// likely they are. Counting stops once the hope cannot be above floor.
func (z *Solver) hopeOf(s *littlego.State, m game.Move, replies, floor int) int {
	var child, next littlego.State
	if s.Play(m, &child); child.Outcome().Over() {
		return 0
	}
	var foe choices
	z.expect(&child, &foe)
	if z.Meter.Out {
		return 0
	}
	sum, rest := 0, int(foe.total)
	for i := range foe.n {
		weight := int(foe.weights[i])
		rest -= weight
		child.Play(foe.moves[i], &next)
		sum += weight * z.hopeIn(&next, child.Turn(), replies)
		if z.Meter.Out {
			return 0
		}
		if bound := (sum + rest*certain) / int(foe.total); bound <= floor {
			return bound
		}
	}
	return sum / int(foe.total)
}

// choices are the moves that a player may think of, the most plausible first.
type choices struct {
	n       int
	total   int32 // of the weights
	moves   [32]game.Move
	weights [32]int32
}

// list fills in the legal moves, the pass only if no stone can be placed.
func (c *choices) list(s *littlego.State) {
	// A player who knows nothing of proofs still looks at the board: it captures,
	// saves its stones and keeps their liberties. So the better a move is judged by
	// the position after it, the more it counts: each step below the best halves
	// its weight.
	const plausible = int32(1 << 8) // the weight of the best judged move
	const step = int32(12)          // of judge: one liberty and a stone
	var child littlego.State
	c.n, c.total = 0, 0
	for legal := s.Placements(); legal != 0; legal &= legal - 1 {
		m := game.Move(first(legal)) << 16
		s.Play(m, &child)
		c.add(m, judge(&child))
	}
	if c.n == 0 {
		c.add(littlego.Pass, 0)
	}
	best := c.weights[0]
	for i := range c.n {
		c.weights[i] = max(plausible>>min((best-c.weights[i])/step, 8), 1)
		c.total += c.weights[i]
	}
}

// add puts a move before those that are judged worse.
func (c *choices) add(m game.Move, judged int32) {
	i := c.n
	for ; i > 0 && c.weights[i-1] < judged; i-- {
		c.moves[i], c.weights[i] = c.moves[i-1], c.weights[i-1]
	}
	c.moves[i], c.weights[i] = m, judged
	c.n++
}

// allowPass adds the pass to the placements, as the last of all.
func (c *choices) allowPass() {
	if c.moves[0] != littlego.Pass {
		c.moves[c.n], c.weights[c.n] = littlego.Pass, 1
		c.n++
	}
}

// Plausible calls visit for all legal moves, with how plausible each of them is,
// in parts of 1. A pass is as plausible as the least likely placement.
func Plausible(s *littlego.State, visit func(m game.Move, part float64)) {
	var c choices
	c.list(s)
	least, total := float64(c.weights[c.n-1]), float64(c.total)
	if c.moves[0] == littlego.Pass {
		visit(littlego.Pass, 1)
		return
	}
	for i := range c.n {
		visit(c.moves[i], float64(c.weights[i])/(total+least))
	}
	visit(littlego.Pass, least/(total+least))
}

// DrawPlausible draws a legal move by how plausible it is.
func DrawPlausible(s *littlego.State, r *game.Rand) game.Move {
	at, drawn := float64(r.Intn(1<<30))/(1<<30), game.NoMove
	Plausible(s, func(m game.Move, part float64) {
		if at >= 0 {
			drawn = m
		}
		at -= part
	})
	return drawn
}
