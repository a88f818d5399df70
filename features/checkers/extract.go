package checkers

import (
	"evolab/features"
	"evolab/game/checkers"
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *checkers.State, v *features.Vector) {
	mine, theirs := both(s)
	gone := int32(2*checkers.Pieces - (mine.own | mine.enemy).Count())

	v[men] = lead(mine.men, theirs.men)
	v[kings] = lead(mine.kings, theirs.kings)
	v[trade] = (v[men] + v[kings]) * gone
	v[tempo] = mine.rows(mine.men) - theirs.rows(theirs.men)
	v[advanced] = mine.advanced() - theirs.advanced()
	v[seventh] = lead(mine.men&seventhSquares[mine.which], theirs.men&seventhSquares[theirs.which])
	placement(&mine, &theirs, v)
	movement(&mine, &theirs, v)
	v[backed] = lead(mine.backed(), theirs.backed())
	v[exposed] = lead(mine.exposed(), theirs.exposed())
	v[lone] = lead(mine.lone(), theirs.lone())
	v[gaps] = lead(mine.gaps(), theirs.gaps())
	v[holes] = lead(mine.holes(), theirs.holes())

	myRun, theirRun := mine.runaway(), theirs.runaway()
	v[runaway] = lead(myRun, theirRun)
	v[runawayRows] = mine.rows(myRun) - theirs.rows(theirRun)
	v[opposition] = mine.opposition()
	v[oppositionLate] = v[opposition] * gone
	chase(&mine, &theirs, v)
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
	v[trappedKings] = my.trapped - their.trapped
	v[takes], v[threatened] = size(mine.victims()), size(theirs.victims())
	v[threats] = mine.threats(my.reach) - theirs.threats(their.reach)
	v[exchange] = mine.exchange() - theirs.exchange()
}
