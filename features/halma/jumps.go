package halma

import (
	"math/bits"

	"evolab/features"
	"evolab/game"
	"evolab/game/halma"
)

// jumpers is what the pieces of one side that are not home could do by jumping
// out of or outside their camp.
type jumpers struct {
	side         game.Side
	pieces, ends halma.Board
	reached      int32 // ends of chains, summed over the pieces
	forward      int32 // those that are nearer to the goal
	longest      int32 // the most ranks that one chain gains
	ladder       int32 // single jumps that gain
}

// extractJumps goes through the regions of empty squares that jumps connect: all pieces
// that can jump into one have the same ends there. Most are lone squares, and
// these are counted together.
func extractJumps(side game.Side, own, enemy, occupied *halma.Board, v *features.Vector) {
	empty := occupied.Not()
	var mine, theirs jumpers
	mine.begin(side, own, &empty)
	theirs.begin(side^1, enemy, &empty)
	h := halma.NewHops(occupied)
	for class := range halma.Classes {
		near := h.Around(class, empty[class])
		linked := empty[class] & near // squares from which a jump leads on
		a, b := mine.pieces[class]&near, theirs.pieces[class]&near
		landed := mine.land(&h, class, a, linked)
		landed |= theirs.land(&h, class, b, linked)
		for seeds := landed & linked; seeds != 0; {
			region, rim := h.Region(class, seeds&-seeds)
			seeds &^= region
			mine.enter(class, a&rim, region)
			theirs.enter(class, b&rim, region)
		}
	}
	v[jumps] = mine.reached - theirs.reached
	v[jumpsForward] = mine.forward - theirs.forward
	v[longestOwn], v[longestEnemy] = 2*mine.longest, 2*theirs.longest // a rank is two columns or rows
	v[rungs] = mine.ladder - theirs.ladder
}

func (j *jumpers) begin(side game.Side, pieces, empty *halma.Board) {
	j.side, j.pieces, j.ends = side, pieces.Without(halma.Goal(side)), empty.Without(halma.Camp(side))
}

// land counts the single jumps of some pieces of a class that gain, and all that end on
// lone squares. It returns where all of them lead to.
func (j *jumpers) land(h *halma.Hops, class int, pieces, linked uint64) uint64 {
	if pieces == 0 {
		return 0
	}
	east, west, south, north, southEast, northWest, northEast, southWest := h.Landings(class, pieces)
	all := east | west | south | north | southEast | northWest | northEast | southWest
	if j.side == game.Second {
		east, west, south, north, southEast, northWest = west, east, north, south, northWest, southEast
	}
	ends := j.ends[class]
	lone := ends &^ linked
	if (east|south|southEast)&ends != 0 {
		j.ladder += int32(bits.OnesCount64(east&ends) + bits.OnesCount64(south&ends) + bits.OnesCount64(southEast&ends))
		straight, diagonal := bits.OnesCount64(east&lone)+bits.OnesCount64(south&lone), bits.OnesCount64(southEast&lone)
		j.forward += int32(straight + diagonal)
		j.reached += int32(straight + diagonal)
		if diagonal > 0 {
			j.longest = max(j.longest, 2)
		} else if straight > 0 {
			j.longest = max(j.longest, 1)
		}
	}
	if (west|north|northWest|northEast|southWest)&lone != 0 {
		j.reached += int32(bits.OnesCount64(west&lone) + bits.OnesCount64(north&lone) + bits.OnesCount64(northWest&lone) +
			bits.OnesCount64(northEast&lone) + bits.OnesCount64(southWest&lone))
	}
	return all
}

// enter counts the chains of some pieces of a class that can jump into a region.
func (j *jumpers) enter(class int, pieces, region uint64) {
	if pieces == 0 {
		return
	}
	inside := region & j.ends[class&3]
	j.reached += int32(bits.OnesCount64(inside) * bits.OnesCount64(pieces))
	ahead, rankOf, longest := &ahead[j.side&1], &rankOf[j.side&1], j.longest
	for ; pieces != 0; pieces &= pieces - 1 {
		rank := int32(rankOf[bits.TrailingZeros64(pieces)&63])
		gains := inside & ahead[rank&31]
		if gains == 0 {
			continue
		}
		j.forward += int32(bits.OnesCount64(gains))
		for gains&ahead[(rank+longest)&31] != 0 {
			longest++
		}
	}
	j.longest = longest
}
