package halma

import (
	"math/bits"

	"evolab/game"
	"evolab/game/halma"
)

// jumping is what the pieces of one side that are not home could do by jumping
// out of or outside their camp.
type jumping struct {
	ends    int32 // ends of chains, summed over the pieces
	forward int32 // those that are nearer to the goal
	longest int32 // the most columns and rows that one chain gains
	ladder  int32 // single jumps that gain
}

func jumpsOf(side game.Side, pieces *halma.Board, h *halma.Hops, empty *halma.Board) (j jumping) {
	walkers := pieces.Without(halma.Goal(side))
	outside := empty.Without(halma.Camp(side))
	for class := 0; class < halma.Classes; class++ {
		rest := h.Jumpers(class, walkers[class])
		j.ladder += int32(h.Towards(side, class, rest, outside[class]))
		for ; rest != 0; rest &= rest - 1 {
			cell := bits.TrailingZeros64(rest)
			rank := cell&7 + cell>>3
			if side == game.Second {
				rank = ranks - 1 - rank
			}
			ends := h.Reach(class, cell) & outside[class]
			forward := ends & ahead[side&1][rank]
			j.ends += int32(bits.OnesCount64(ends))
			j.forward += int32(bits.OnesCount64(forward))
			// A rank is two columns or rows.
			for r := rank + int(j.longest)/2; r < ranks && forward&ahead[side&1][r] != 0; r++ {
				j.longest = int32(2 * (r + 1 - rank))
			}
		}
	}
	return j
}
