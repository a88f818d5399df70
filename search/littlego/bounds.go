package littlego

import "evolab/game/littlego"

// need is the lead in stones, own minus enemy, with which the side to move
// wins: Black gives komi.
func need(s *littlego.State) int {
	if s.Ply()&1 == 0 {
		return 3
	}
	return -2
}

// groups is what a look at all groups of one side shows.
type groups struct {
	// weak counts the stones in groups with no more liberties than was asked for, one and two
	// those in groups with one liberty, and with one or two.
	weak, one, two int
	// atari holds the last liberties of groups that have only one.
	atari littlego.Board
	// taken is what one enemy ply takes at most.
	taken int
}

// look visits the groups of stones; those with up to so many liberties count as weak.
func look(stones, empty littlego.Board, liberties int) groups {
	weak, one, two, taken, atari, all := 0, 0, 0, 0, littlego.Board(0), stones
	for stones != 0 {
		group := (stones & -stones).Flood(stones)
		stones &^= group
		around := group.Grow() & empty
		n, size := around.Count(), group.Count()
		if n <= liberties {
			weak += size
		}
		if n > 2 {
			continue
		}
		two += size
		if n == 1 {
			one += size
			if atari&around != 0 {
				size += atariAt(around, all&^(stones|group), empty)
			}
			taken = max(taken, size)
			atari |= around
		}
	}
	return groups{weak: weak, one: one, two: two, atari: atari, taken: taken}
}

// atariAt counts the stones in groups whose only liberty is point.
func atariAt(point, stones, empty littlego.Board) int {
	sum := 0
	for stones != 0 {
		group := (stones & -stones).Flood(stones)
		stones &^= group
		if group.Grow()&empty == point {
			sum += group.Count()
		}
	}
	return sum
}

// room is where stones can be placed that cannot be taken at once.
type room struct {
	two, three littlego.Board // empty points with so many empty neighbours or more
	pairs      int            // of empty neighbours, no point in two pairs
}

// pairsIn is the number of pairs of neighbours in a row.
var pairsIn = [1 << littlego.Size]uint8{
	0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1, 2,
	0, 0, 0, 1, 0, 0, 1, 1, 1, 1, 1, 2, 1, 1, 2, 2,
}

func findRoom(empty littlego.Board) room {
	left, right, up, down := empty<<1, empty>>1, empty<<littlego.Stride, empty>>littlego.Stride
	var r room
	r.two = empty & (left&right | up&down | (left|right)&(up|down))
	r.three = empty & (left&right&(up|down) | up&down&(left|right))
	const row = littlego.Stride
	r.pairs = int(pairsIn[empty&31] + pairsIn[empty>>row&31] + pairsIn[empty>>(2*row)&31] +
		pairsIn[empty>>(3*row)&31] + pairsIn[empty>>(4*row)&31])
	return r
}

// clear reports the outcome if it is known without a search. A side that only
// passes cannot be stopped from passing, and a group falls only when the enemy
// fills all its liberties, one a ply:
//
//   - if the enemy passes to the end, the mover gains a stone with each of its
//     plies, and the groups that have no more liberties than these plies;
//   - if the mover passes to the end, it loses at most what the enemy gains in the
//     same way.
//
// Near the end a side can do better than pass. A stone with two empty neighbours
// cannot be taken by the enemy's next ply, and does not make it possible to take
// others: the groups that it joins have these liberties too. With the very last ply
// any legal point will do, and of n+1 pairs of empty neighbours one is left after n
// plies.
func clear(lead, need, plies int, own, opp *groups, r *room) (won, known bool) {
	gain, loss := swings(plies, own, opp, r)
	if lead+gain < need {
		return false, true
	}
	return true, lead-loss >= need
}

// fills are the liberties that either side can fill with so many plies left: the side to
// move, and the other.
func fills(plies int) (mine, theirs int) { return (plies + 1) / 2, plies / 2 }

// swings are the most that the lead can grow and shrink to the end, where look was asked for
// the groups that the plies are enough to fill.
func swings(plies int, own, opp *groups, r *room) (gain, loss int) {
	mine, theirs := fills(plies)
	gain, loss = mine+opp.weak, theirs+own.weak
	switch plies {
	case 2:
		gain, loss = 1+opp.taken, 1+own.taken
		if r.pairs >= 2 {
			gain--
		}
		if r.two != 0 {
			loss--
		}
	case 3:
		loss = 1 + own.taken
		if r.pairs >= 3 {
			loss--
		}
		if r.two != 0 {
			loss--
		}
		if r.three.Count() >= 2 {
			gain--
		}
	case 4:
		if r.pairs >= 4 {
			gain--
		}
		if r.three.Count() >= 2 {
			gain--
		}
	}
	return gain, loss
}

// last2 is the set of points that can win with two plies left, where the outcome is
// not clear. A side that lacks stones has to take some; a side that would win if the
// enemy could take nothing has to attend to the stones that the enemy can take.
func last2(surplus int, own, opp *groups, r *room) littlego.Board {
	switch {
	case surplus < 0 && r.pairs >= 2:
		return opp.atari
	case surplus >= 0 && r.two != 0:
		return own.atari | opp.atari
	}
	return littlego.Full()
}
