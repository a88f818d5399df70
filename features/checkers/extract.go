package checkers

import (
	"evolab/features"
	"evolab/game/checkers"
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *checkers.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *checkers.State, v *features.Vector, need features.Need) {
	const needAdvance features.Need = 1<<tempo | 1<<advanced | 1<<seventh
	const needPlacement features.Need = 1<<backRow | 1<<bridge | 1<<oreo | 1<<dogHole | 1<<cramp | 1<<centre | 1<<edge | 1<<centreKings | 1<<diagonal | 1<<doubleCorner
	const needMovement features.Need = 1<<mobility | 1<<safeMobility | 1<<blockedMen | 1<<takes | 1<<threatened | 1<<threats | 1<<exchange
	const needStructure features.Need = 1<<backed | 1<<exposed | 1<<lone | 1<<gaps | 1<<holes
	const needEndgame features.Need = 1<<runaway | 1<<runawayRows | 1<<opposition | 1<<oppositionLate
	const needChase features.Need = 1<<hunt | 1<<ring | 1<<refuge
	const ratioUnit = 120 // a multiple of most numbers of pieces: little is lost in the division
	var mine, theirs side
	mine.look(s.Turn(), s.Own(), s.Opp(), s.Kings())
	theirs.look(s.Turn().Other(), s.Opp(), s.Own(), s.Kings())
	gone := int32(2*checkers.Pieces - (mine.own | mine.enemy).Count())
	v[men] = lead(mine.men, theirs.men)
	v[kings] = lead(mine.kings, theirs.kings)
	v[trade] = (v[men] + v[kings]) * gone
	v[ratio] = ratioUnit * (v[men] + v[kings]) / (2*checkers.Pieces - gone)
	if need.Any(needAdvance) {
		v[tempo] = mine.rows(mine.men) - theirs.rows(theirs.men)
		v[advanced] = mine.advanced() - theirs.advanced()
		v[seventh] = lead(mine.men&seventhSquares[mine.which], theirs.men&seventhSquares[theirs.which])
	}
	if need.Any(needPlacement) {
		placement(&mine, &theirs, v)
	}
	if need.Any(needMovement) {
		movement(&mine, &theirs, v)
	}
	if need.Any(1 << trappedKings) {
		v[trappedKings] = mine.trapped() - theirs.trapped()
	}
	if need.Any(needStructure) {
		structure(&mine, &theirs, v)
	}
	if need.Any(needEndgame) {
		endgame(&mine, &theirs, v, gone)
	}
	if need.Any(needChase) {
		chase(&mine, &theirs, v)
	}
}

func structure(mine, theirs *side, v *features.Vector) {
	v[backed] = lead(mine.backed(), theirs.backed())
	v[exposed] = lead(mine.exposed(), theirs.exposed())
	v[lone] = lead(mine.lone(), theirs.lone())
	v[gaps] = lead(mine.gaps(), theirs.gaps())
	v[holes] = lead(mine.holes(), theirs.holes())
}

func endgame(mine, theirs *side, v *features.Vector, gone int32) {
	myRun, theirRun := mine.runaway(), theirs.runaway()
	v[runaway] = lead(myRun, theirRun)
	v[runawayRows] = mine.rows(myRun) - theirs.rows(theirRun)
	v[opposition] = 0
	// Samuel's MOVE: with as many pieces as the enemy, the side to move has the move
	// if an odd number of pieces stands in its columns.
	if mine.own.Count() == mine.enemy.Count() {
		v[opposition] = 2*int32(((mine.own|mine.enemy)&columns[mine.which]).Count()&1) - 1
	}
	v[oppositionLate] = v[opposition] * gone
}

func placement(mine, theirs *side, v *features.Vector) {
	v[backRow] = lead(mine.men&backSquares[mine.which], theirs.men&backSquares[theirs.which])
	v[bridge] = mine.bridge() - theirs.bridge()
	v[oreo] = mine.holds(oreoSquares[mine.which]) - theirs.holds(oreoSquares[theirs.which])
	v[dogHole] = mine.dogHole() - theirs.dogHole()
	v[cramp] = mine.cramp() - theirs.cramp()
	v[centre] = lead(mine.men&centreSquares, theirs.men&centreSquares)
	v[edge] = lead(mine.men&edgeSquares, theirs.men&edgeSquares)
	v[centreKings] = lead(mine.kings&centreSquares, theirs.kings&centreSquares)
	v[diagonal] = lead(mine.kings&longDiagonal, theirs.kings&longDiagonal)
	v[doubleCorner] = lead(mine.kings&doubleCorners, theirs.kings&doubleCorners)
}

func movement(mine, theirs *side, v *features.Vector) {
	my, their := mine.moves(), theirs.moves()
	v[mobility] = my.steps - their.steps
	v[safeMobility] = my.safe - their.safe
	v[blockedMen] = my.stuckMen - their.stuckMen
	v[takes], v[threatened] = size(mine.victims()), size(theirs.victims())
	v[threats] = mine.threats(my.reach) - theirs.threats(their.reach)
	v[exchange] = mine.exchange() - theirs.exchange()
}
