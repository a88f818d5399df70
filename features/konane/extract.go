package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// The features that take more than the jumps themselves.
const (
	needHits    features.Need = 1<<threatened | 1<<safe
	needAround  features.Need = 1<<latent | 1<<isolated
	needPlaces  features.Need = 1<<corners | 1<<edge | 1<<inner | 1<<edgeMovers
	needRegions features.Need = 1<<regions | 1<<regionCells | 1<<regionsOdd
	needEnds                  = needRegions | 1<<targets
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *konane.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *konane.State, v *features.Vector, need features.Need) {
	var own, enemy view
	own.look(s, s.Mover(), need)
	enemy.look(s, s.Mover().Other(), need)

	v[moves] = own.moves - enemy.moves
	v[movers] = own.movers - enemy.movers
	v[movesShare] = share(own.moves, enemy.moves)
	v[moversShare] = share(own.movers, enemy.movers)
	v[stones] = own.stones - enemy.stones
	if need.Any(needHits) {
		v[safe] = safeJumps(s.Mover(), &own, &enemy) - safeJumps(s.Mover().Other(), &enemy, &own)
		v[threatened] = size(&enemy.hit) - size(&own.hit)
	}
	v[targets] = own.targets - enemy.targets
	v[longer] = own.longer - enemy.longer
	v[longest] = own.longest - enemy.longest
	v[latent] = own.latent - enemy.latent
	v[isolated] = own.isolated - enemy.isolated
	v[stuck] = 0
	if enemy.moves == 0 {
		v[stuck] = 1
	}
	v[movesOdd] = (own.moves+enemy.moves)&1*2 - 1

	gone := percentGone(s, own.stones+enemy.stones)
	v[movesLate] = v[moves] * gone
	v[moversLate] = v[movers] * gone
	v[stonesLate] = v[stones] * gone
	if need.Any(needPlaces) {
		extractPlaces(s, &own, &enemy, v)
	}
	if need.Any(needRegions) {
		r := openRegions(s, &own, &enemy)
		v[regions], v[regionCells], v[regionsOdd] = r.regions, r.cells, r.odd
	}
}

func extractPlaces(s *konane.State, own, enemy *view, v *features.Vector) {
	var board, movable [konane.Classes]konane.Cells
	for class := range board {
		board[class] = s.Stones(class)
		movable[class] = own.movable[class].Or(enemy.movable[class])
	}
	p := &placesOf[s.Rows()][s.Cols()]
	v[corners] = lead(s.Mover(), &board, &p.corners)
	v[edge] = lead(s.Mover(), &board, &p.edge)
	v[inner] = lead(s.Mover(), &board, &p.inner)
	v[edgeMovers] = lead(s.Mover(), &movable, &p.edge)
}

// share is a lead in thousandths of the sum.
func share(own, enemy int32) int32 {
	if own+enemy == 0 {
		return 0
	}
	return 1000 * (own - enemy) / (own + enemy)
}

// percentGone is the part of the stones that have left the board.
func percentGone(s *konane.State, left int32) int32 {
	all := int32(s.Rows() * s.Cols())
	return 100 * (all - left) / all
}

func size(cells *[konane.Classes]konane.Cells) int32 {
	return int32(cells[0].Count() + cells[1].Count() + cells[2].Count() + cells[3].Count())
}
