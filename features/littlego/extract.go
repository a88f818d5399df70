package littlego

import (
	"math/bits"

	"evolab/features"
	"evolab/game/littlego"
)

func popcount(x uint64) int { return bits.OnesCount64(x) }

var (
	centrePoint = littlego.At(2, 2)
	cornerPts   = littlego.At(0, 0) | littlego.At(0, 4) | littlego.At(4, 0) | littlego.At(4, 4)
	innerPts    = littlego.At(1, 1) | littlego.At(1, 2) | littlego.At(1, 3) |
		littlego.At(2, 1) | littlego.At(2, 2) | littlego.At(2, 3) |
		littlego.At(3, 1) | littlego.At(3, 2) | littlego.At(3, 3)
	edgePts = littlego.Full() &^ innerPts
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *littlego.State, v *features.Vector) {
	own, enemy := s.Own(), s.Opp()
	empty := littlego.Full() &^ (own | enemy)
	mine, theirs := measure(own, empty), measure(enemy, empty)
	ply := int32(s.Ply())

	v[stones] = mine.stones - theirs.stones
	v[stonesLate] = v[stones] * ply
	v[ahead] = 1
	if (s.Margin() > 0) != (ply&1 == 0) {
		v[ahead] = -1
	}
	v[aheadLate] = v[ahead] * ply
	v[liberties] = mine.liberties - theirs.liberties
	v[libertiesSum] = mine.libertiesSum - theirs.libertiesSum
	v[libertiesSecond] = mine.second - theirs.second
	v[groups] = mine.groups - theirs.groups
	v[atariOwn], v[atariEnemy] = mine.atari, theirs.atari
	v[atariStonesOwn], v[atariStonesEnemy] = mine.atariStones, theirs.atariStones
	v[strong] = mine.strong - theirs.strong
	v[euler] = eulerNumber(own) - eulerNumber(enemy)
	v[links] = pairs(own) - pairs(enemy)
	v[centre] = lead(own, enemy, centrePoint)
	v[inner] = lead(own, enemy, innerPts)
	v[edge] = lead(own, enemy, edgePts)
	v[corners] = lead(own, enemy, cornerPts)
	v[territory] = surrounded(empty, own, enemy) - surrounded(empty, enemy, own)
	v[eyes] = eyePoints(empty, own) - eyePoints(empty, enemy)
	v[largest] = mine.largest - theirs.largest
}

// lead is the number of own minus enemy stones among some points.
func lead(own, enemy, points littlego.Board) int32 {
	return int32((own & points).Count() - (enemy & points).Count())
}

// pairs is the number of orthogonally adjacent pairs of stones.
func pairs(stones littlego.Board) int32 {
	return int32((stones & (stones << 1)).Count() + (stones & (stones << littlego.Stride)).Count())
}

// surrounded is the number of empty points whose region borders side and not
// the other side.
func surrounded(empty, side, other littlego.Board) int32 {
	reached := (other.Grow() & empty).Flood(empty)
	own := (side.Grow() & empty).Flood(empty)
	return int32((own &^ reached).Count())
}

// eyePoints is the number of empty points with no neighbour but stones of side.
func eyePoints(empty, side littlego.Board) int32 {
	return int32((empty &^ (littlego.Full() &^ side).Grow()).Count())
}
