package halma

import (
	"evolab/features"
	"evolab/game"
	"evolab/game/halma"
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *halma.State, v *features.Vector) {
	side := s.Turn()
	own, enemy := s.Own(), s.Opp()
	around := surroundingsOf(own.Or(enemy))
	mine, theirs := measure(side, &own, &around), measure(side^1, &enemy, &around)

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
	v[blocked] = theirs.blocked - mine.blocked
	v[aside] = theirs.aside - mine.aside
	v[centre] = mine.centre - theirs.centre
	v[cohesion] = mine.pairs - theirs.pairs
	v[lone] = theirs.lone - mine.lone
	v[shut] = theirs.shut - mine.shut
	// The enemy's last piece is so near to the own goal.
	v[past] = count(own.And(nearer[side&1][apart-theirs.last])) - count(enemy.And(nearer[side&1^1][apart-mine.last]))
	extractJumps(side, &own, &enemy, &around, v)
}

func extractJumps(side game.Side, own, enemy *halma.Board, around *surroundings, v *features.Vector) {
	h := halma.NewHops(&around.occupied)
	mine, theirs := jumpsOf(side, own, &h, &around.empty), jumpsOf(side^1, enemy, &h, &around.empty)
	v[jumps] = mine.ends - theirs.ends
	v[jumpsForward] = mine.forward - theirs.forward
	v[longestOwn], v[longestEnemy] = mine.longest, theirs.longest
	v[rungs] = mine.ladder - theirs.ladder
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
