package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// The features that take more than the jumps themselves.
const (
	needStones  features.Need = 1<<stones | needLate
	needHits    features.Need = 1<<threatened | 1<<safe
	needAround  features.Need = 1<<latent | 1<<isolated
	needPlaces  features.Need = 1<<corners | 1<<edge | 1<<inner | 1<<edgeMovers
	needRegions features.Need = 1<<regions | 1<<regionCells | 1<<regionsOdd
	needEnds    features.Need = needRegions | 1<<targets
	needShares  features.Need = 1<<movesShare | 1<<moversShare
	needLate    features.Need = 1<<movesLate | 1<<moversLate | 1<<stonesLate
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *konane.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *konane.State, v *features.Vector, need features.Need) {
	var b sides
	b.look(s, need)
	own, enemy := &b[s.Mover()&1], &b[s.Mover()&1^1]
	leads(own, enemy, v)
	if need.Any(needShares) {
		v[movesShare] = share(own.moves, enemy.moves)
		v[moversShare] = share(own.movers, enemy.movers)
	}
	if need.Any(needHits) {
		v[threatened] = size(&enemy.hit) - size(&own.hit)
		if need.Any(1 << safe) {
			v[safe] = b.safe(s)
		}
	}
	if need.Any(1 << targets) {
		v[targets] = size(&own.ends) - size(&enemy.ends)
	}
	if need.Any(needLate) {
		gone := percentGone(s, own.stones+enemy.stones)
		v[movesLate], v[moversLate], v[stonesLate] = v[moves]*gone, v[movers]*gone, v[stones]*gone
	}
	if need.Any(needPlaces) {
		b.places(s, v, need)
	}
	if need.Any(needRegions) {
		r := b.openRegions(s, need.Any(1<<regionsOdd))
		v[regions], v[regionCells], v[regionsOdd] = r.regions, r.cells, r.odd
	}
}

// leads fills in what is known from a look.
func leads(own, enemy *view, v *features.Vector) {
	v[moves] = own.moves - enemy.moves
	v[movers] = own.movers - enemy.movers
	v[stones] = own.stones - enemy.stones
	v[longer] = own.longer - enemy.longer
	v[longest] = own.longest - enemy.longest
	v[latent] = own.latent - enemy.latent
	v[isolated] = own.isolated - enemy.isolated
	v[stuck] = 0
	if enemy.moves == 0 {
		v[stuck] = 1
	}
	v[movesOdd] = (own.moves+enemy.moves)&1*2 - 1
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

func size(halves *[2]konane.Cells) int32 { return int32(halves[0].Count() + halves[1].Count()) }
