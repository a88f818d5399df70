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
	// weak[n] counts the stones in groups with n liberties or fewer, for n up
	// to mostWeak.
	weak [mostWeak + 1]int
	// atari holds the last liberties of groups that have only one.
	atari littlego.Board
}

// mostWeak bounds the liberties that the bounds tell apart: twelve plies of
// either side fill no more.
const mostWeak = 12

// look visits the groups of stones.
func look(stones, empty littlego.Board) groups {
	var g groups
	for stones != 0 {
		group := (stones & -stones).Flood(stones)
		stones &^= group
		liberties := group.Grow() & empty
		n := min(liberties.Count(), mostWeak)
		g.weak[n] += group.Count()
		if n == 1 {
			g.atari |= liberties
		}
	}
	for n := 1; n <= mostWeak; n++ {
		g.weak[n] += g.weak[n-1]
	}
	return g
}

// clear tells that the outcome needs no search, and what it is. A side that
// only passes cannot be stopped from passing, and a group falls only when the
// enemy fills all its liberties, one a ply:
//
//   - if the enemy passes to the end, the mover gains a stone with each of its
//     plies, and the groups that have no more liberties than these plies;
//   - if the mover passes to the end, it loses no more than the same for the
//     enemy's plies.
func clear(lead, need, plies int, own, opp *groups) (won, known bool) {
	mine, theirs := (plies+1)/2, plies/2
	if lead+mine+opp.weak[mine] < need {
		return false, true
	}
	if lead-theirs-own.weak[theirs] >= need {
		return true, true
	}
	return false, false
}
