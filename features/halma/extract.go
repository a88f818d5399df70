package halma

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/halma"
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *halma.State, v *features.Vector) { extractPart(s, v, 1<<total-1) }

// extractPart leaves out what is not needed.
func extractPart(s *halma.State, v *features.Vector, need features.Need) {
	const needJumps features.Need = 1<<jumps | 1<<jumpsForward | 1<<longestOwn | 1<<longestEnemy | 1<<rungs
	const needAround features.Need = 1<<shut | 1<<blocked | 1<<lone | 1<<cohesion
	side := s.Turn()
	own, enemy := s.Own(), s.Opp()
	var mine, theirs shape
	mine.measure(side, &own)
	theirs.measure(side^1, &enemy)

	v[distance] = theirs.distance - mine.distance
	v[distanceLate] = v[distance] * (mine.home + theirs.home)
	v[squared] = theirs.squared - mine.squared
	v[steps] = theirs.steps - mine.steps
	v[entry] = theirs.entry - mine.entry
	v[straggler] = theirs.furthest - mine.furthest
	v[front] = theirs.nearest - mine.nearest
	v[home] = mine.home - theirs.home
	v[deep] = mine.deep - theirs.deep
	v[campOwn], v[campEnemy] = mine.camp, theirs.camp
	v[aside] = theirs.aside - mine.aside
	// The enemy's last piece is this near to the own goal.
	v[past] = count(own.And(nearer[side&1][apart-theirs.last])) - count(enemy.And(nearer[side&1^1][apart-mine.last]))
	if need.Any(1 << centre) {
		v[centre] = count(own.And(centreSquares)) - count(enemy.And(centreSquares))
	}
	occupied := own.Or(enemy)
	if need.Any(needAround) {
		extractAround(side, &own, &enemy, &occupied, v)
	}
	if need.Any(needJumps) {
		extractJumps(side, &own, &enemy, &occupied, v)
	}
}

func extractAround(side game.Side, own, enemy, occupied *halma.Board, v *features.Vector) {
	around := look(occupied)
	mine, theirs := contactsOf(side, own, &around), contactsOf(side^1, enemy, &around)
	v[blocked] = theirs.blocked - mine.blocked
	v[cohesion] = mine.pairs - theirs.pairs
	v[lone] = theirs.lone - mine.lone
	v[shut] = theirs.shut - mine.shut
}

// Progress is how far the game has gone, 0..1000: by the pieces that have left
// their camps and those that are home. Neither goes back; under the original
// rules pieces may return to their camp, so only those at home count.
func Progress(s *halma.State) int {
	own, opp := s.Own(), s.Opp()
	mine, theirs := s.Turn(), s.Turn()^1
	done := own.And(halma.Goal(mine)).Or(opp.And(halma.Goal(theirs)))
	if s.Rules() == halma.Original {
		return 1000 * done.Count() / (2 * halma.Pieces)
	}
	left := own.Without(halma.Camp(mine)).Or(opp.Without(halma.Camp(theirs)))
	return 1000 * (done.Count() + left.Count()) / (4 * halma.Pieces)
}
