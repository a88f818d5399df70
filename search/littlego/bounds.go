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
	// weak is the most stones that can be taken by filling as many liberties as was asked for,
	// or more than that; one and two count the stones in groups with one liberty, and with one
	// or two.
	weak, one, two int
	// atari holds the last liberties of groups that have only one.
	atari littlego.Board
	// taken is what one enemy ply takes at most.
	taken int
	// most is the number of liberties of the group that has the most.
	most int
}

// look visits the groups of stones, of which those with up to so many liberties can be taken.
func look(stones, empty littlego.Board, liberties int) groups {
	weak, least, one, two, taken, most := 0, littlego.Points, 0, 0, 0, 0
	atari, fills, all := littlego.Board(0), littlego.Board(0), stones
	for stones != 0 {
		group := (stones & -stones).Flood(stones)
		stones &^= group
		around := group.Grow() & empty
		n, size := around.Count(), group.Count()
		most = max(most, n)
		if n <= liberties {
			weak += size
			least = min(least, size)
			fills |= around
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
	if fills.Count() > liberties {
		weak -= least // one of them stays
	}
	return groups{weak: weak, one: one, two: two, atari: atari, taken: taken, most: most}
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

// roomLeft is the largest number of plies left with which gain and loss ask for room.
const roomLeft = 4

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

// fills are the liberties that either side can fill with so many plies left: the side to
// move, and the other.
func fills(plies int) (mine, theirs int) { return (plies + 1) / 2, plies / 2 }

// gain is the most that the lead can grow to the end, where look was asked for the groups
// that the mover's plies are enough to take. The enemy cannot be stopped from passing, and a
// group falls only when all its liberties are filled, one a ply: so the mover gains no more
// than a stone with each of its plies, and these groups.
//
// The enemy can do better than pass. What it places on liberties of its largest group, while
// that keeps more than the mover has plies to fill, is safe, and joins what is next to it.
// Near the end there are other places: a stone with two empty neighbours cannot be taken by
// the next ply, and does not make it possible to take others, as the groups that it joins
// have these liberties too. With the very last ply any legal point will do, and of n+1 pairs
// of empty neighbours one is left after n plies.
func gain(plies int, opp *groups, r *room) int {
	mine, theirs := fills(plies)
	placed := 0
	if plies%2 == 0 && r.pairs >= plies && plies <= roomLeft {
		placed++
	}
	if plies > 2 && plies <= roomLeft && r.three.Count() >= 2 {
		placed++
	}
	taken := opp.weak
	if mine == 1 {
		taken = opp.taken
	}
	return mine + taken - max(placed, min(theirs, opp.most-mine-1))
}

// loss is the most that the lead can shrink to the end, in the same way.
func loss(plies int, own *groups, r *room) int {
	mine, theirs := fills(plies)
	placed := 0
	if plies <= 3 && r.two != 0 {
		placed++
	}
	if plies == 3 && r.pairs >= 3 {
		placed++
	}
	taken := own.weak
	if theirs == 1 {
		taken = own.taken
	}
	return theirs + taken - max(placed, min(mine, own.most-theirs-1))
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
