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
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *littlego.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *littlego.State, v *features.Vector, need features.Need) {
	const needLiberties features.Need = 1<<liberties | 1<<libertiesSecond
	const needGroups features.Need = 1<<libertiesSum | 1<<groups | 1<<atariOwn | 1<<atariEnemy | 1<<atariStonesOwn | 1<<atariStonesEnemy |
		1<<strong | 1<<largest
	const needPlaces features.Need = 1<<euler | 1<<links | 1<<centre | 1<<inner | 1<<edge | 1<<corners
	const needRegions features.Need = 1<<territory | 1<<eyes
	own, enemy := s.Own(), s.Opp()
	empty := littlego.Full() &^ (own | enemy)
	ply := int32(s.Ply())

	v[stones] = int32(own.Count() - enemy.Count())
	v[stonesLate] = v[stones] * ply
	v[ahead] = 1
	if (s.Margin() > 0) != (ply&1 == 0) {
		v[ahead] = -1
	}
	v[aheadLate] = v[ahead] * ply
	if need.Any(needLiberties) {
		near, far := own.Grow()&empty, enemy.Grow()&empty
		v[liberties] = int32(near.Count() - far.Count())
		v[libertiesSecond] = int32((near.Grow() & empty &^ near).Count() - (far.Grow() & empty &^ far).Count())
	}
	if need.Any(needGroups) {
		extractGroups(own, enemy, empty, v)
	}
	if need.Any(needPlaces) {
		extractPlaces(own, enemy, v)
	}
	if need.Any(needRegions) {
		v[territory] = surrounded(own, enemy, empty)
		v[eyes] = eyePoints(empty, own) - eyePoints(empty, enemy)
	}
}

func extractGroups(own, enemy, empty littlego.Board, v *features.Vector) {
	mine, theirs := measure(own, enemy, empty)
	v[libertiesSum] = mine.libertiesSum - theirs.libertiesSum
	v[groups] = mine.count() - theirs.count()
	v[atariOwn], v[atariEnemy] = mine.groups[1], theirs.groups[1]
	v[atariStonesOwn], v[atariStonesEnemy] = mine.stones[1], theirs.stones[1]
	v[strong] = mine.stones[many] - theirs.stones[many]
	v[largest] = mine.largest - theirs.largest
}

func extractPlaces(own, enemy littlego.Board, v *features.Vector) {
	v[euler] = eulerNumber(own) - eulerNumber(enemy)
	v[links] = pairs(own) - pairs(enemy)
	v[centre] = lead(own, enemy, centrePoint)
	v[inner] = lead(own, enemy, innerPts)
	v[edge] = v[stones] - v[inner]
	v[corners] = lead(own, enemy, cornerPts)
}

// lead is the number of own minus enemy stones among some points.
func lead(own, enemy, points littlego.Board) int32 {
	return int32((own & points).Count() - (enemy & points).Count())
}

// pairs is the number of orthogonally adjacent pairs of stones.
func pairs(stones littlego.Board) int32 {
	return int32((stones & (stones << 1)).Count() + (stones & (stones << littlego.Stride)).Count())
}

// surrounded is the lead in empty points whose region borders one side's stones
// alone.
func surrounded(own, enemy, empty littlego.Board) int32 {
	free := both(empty, empty)
	reached := (both(own, enemy).grow() & free).flood(free)
	mine, theirs := reached.first(), reached.second()
	return int32((mine &^ theirs).Count() - (theirs &^ mine).Count())
}

// eyePoints is the number of empty points with no neighbour but stones of side.
func eyePoints(empty, side littlego.Board) int32 {
	return int32((empty &^ (littlego.Full() &^ side).Grow()).Count())
}
