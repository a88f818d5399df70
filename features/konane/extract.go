package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

// The features that take more than the jumps themselves.
const (
	needStones  features.Need = 1<<stones | needLate
	needHits    features.Need = 1<<threatened | 1<<safe
	needRegions features.Need = 1<<regions | 1<<regionCells | 1<<regionsOdd
	// needSets is the features that need the sets of stones and cells of the jumps, not
	// just their numbers.
	needSets features.Need = needHits | needRegions | 1<<targets | 1<<longer | 1<<longest | 1<<latent
	needLate features.Need = 1<<movesLate | 1<<moversLate | 1<<stonesLate
)

// Extract fills v with the features of a position, for the side to move.
func Extract(s *konane.State, v *features.Vector) { extractPart(s, v, 1<<count-1) }

// extractPart leaves out what is not needed.
func extractPart(s *konane.State, v *features.Vector, need features.Need) {
	var own, enemy counts
	if need.Any(needSets) {
		var b sides
		b.look(s, need)
		own, enemy = b[s.Mover()&1].counts, b[s.Mover()&1^1].counts
		b.extractSets(s, v, need)
	} else {
		tally(s, s.Mover(), need, &own)
		tally(s, s.Mover().Other(), need, &enemy)
		v[edgeMovers] = own.edge - enemy.edge
	}
	leads(&own, &enemy, v)
	if need.Any(1<<movesShare | 1<<moversShare) {
		v[movesShare] = share(own.moves, enemy.moves)
		v[moversShare] = share(own.movers, enemy.movers)
	}
	if need.Any(needLate) {
		all := int32(s.Rows() * s.Cols())
		gone := 100 * (all - own.stones - enemy.stones) / all // percent of the stones
		v[movesLate], v[moversLate], v[stonesLate] = v[moves]*gone, v[movers]*gone, v[stones]*gone
	}
	if need.Any(1<<corners | 1<<edge | 1<<inner) {
		extractPlaces(s, v, need)
	}
}

// tally counts where only the numbers of jumps are needed.
func tally(s *konane.State, c konane.Colour, need features.Need, n *counts) {
	if need.Any(1 << edgeMovers) {
		even, a := s.TallyClass(konane.ClassOf(c, 0))
		odd, b := s.TallyClass(konane.ClassOf(c, 1))
		n.moves, n.movers = int32(even+odd), int32(a.Count()+b.Count())
		movable := [2]konane.Cells{a, b}
		if s.Paired() {
			movable = [2]konane.Cells{konane.Pair(a, b)}
		}
		n.edge = placesOf[s.Rows()][s.Cols()].edge.count(c, &movable)
	} else {
		jumps, stones := s.Tally(c)
		n.moves, n.movers = int32(jumps), int32(stones)
	}
	if need.Any(needStones) {
		n.stones = int32(s.StonesOf(c))
	}
	if need.Any(1 << isolated) {
		n.isolated = isolatedOf(s, konane.ClassOf(c, 0)) + isolatedOf(s, konane.ClassOf(c, 1))
	}
}

// isolatedOf is the number of stones of a class without a neighbour.
func isolatedOf(s *konane.State, class int) int32 {
	beside, above := s.Stones(class^1), s.Stones(class^2)
	across := beside.LeftOf(class ^ 1).Or(beside.RightOf(class ^ 1))
	along := above.AboveOf(class ^ 2).Or(above.BelowOf(class ^ 2))
	return int32(s.Stones(class).Minus(across).Minus(along).Count())
}

// extractSets fills in what takes more than the numbers of jumps.
func (b *sides) extractSets(s *konane.State, v *features.Vector, need features.Need) {
	own, enemy := &b[s.Mover()&1], &b[s.Mover()&1^1]
	if need.Any(needHits) {
		v[threatened] = size(&enemy.hit) - size(&own.hit)
		if need.Any(1 << safe) {
			v[safe] = b.safeOf(s, s.Mover()) - b.safeOf(s, s.Mover().Other())
		}
	}
	if need.Any(1 << targets) {
		v[targets] = size(&own.ends) - size(&enemy.ends)
	}
	if need.Any(1 << edgeMovers) {
		p := &placesOf[s.Rows()][s.Cols()]
		v[edgeMovers] = p.edge.count(s.Mover(), &own.movable) - p.edge.count(s.Mover().Other(), &enemy.movable)
	}
	if need.Any(needRegions) {
		r := b.openRegions(s, need.Any(1<<regionsOdd))
		v[regions], v[regionCells], v[regionsOdd] = r.regions, r.cells, r.odd
	}
}

// leads fills in the features that follow from the numbers.
func leads(own, enemy *counts, v *features.Vector) {
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

func size(halves *[2]konane.Cells) int32 { return int32(halves[0].Count() + halves[1].Count()) }

// part is a part of a board, by colour and by half as in a view.
type part [2][2]konane.Cells

// places are the parts of a board that features tell apart.
type places struct{ corners, edge, inner part }

// placesOf holds them for every size of the board.
var placesOf = makePlaces()

func makePlaces() (table [konane.MaxSize + 1][konane.MaxSize + 1]places) {
	for rows := konane.MinSize; rows <= konane.MaxSize; rows++ {
		for cols := konane.MinSize; cols <= konane.MaxSize; cols++ {
			p := &table[rows][cols]
			p.corners.add(0, 0)
			p.corners.add(0, cols-1)
			p.corners.add(rows-1, 0)
			p.corners.add(rows-1, cols-1)
			top, left := (rows+3)/4, (cols+3)/4 // the inner part leaves out a quarter, rounded up, at every side
			for class := range konane.Classes {
				colour, half := konane.ColourOfClass(class), class>>1
				inside := konane.Rectangle(1, 1, rows-1, cols-1, class)
				p.edge[colour][half] = konane.Rectangle(0, 0, rows, cols, class).Minus(inside)
				p.inner[colour][half] = konane.Rectangle(top, left, rows-top, cols-left, class)
			}
			if rows <= konane.PairRows {
				p.corners.pair()
				p.edge.pair()
				p.inner.pair()
			}
		}
	}
	return table
}

func (p *part) add(r, c int) {
	class, cell := konane.CellAt(r, c)
	half := &p[konane.ColourOfClass(class)][class>>1]
	*half = half.Or(cell)
}

// pair makes one set of the halves of each colour.
func (p *part) pair() {
	for colour := range p {
		p[colour] = [2]konane.Cells{konane.Pair(p[colour][0], p[colour][1])}
	}
}

// extractPlaces fills in the needed leads in parts of the board.
func extractPlaces(s *konane.State, v *features.Vector, need features.Need) {
	p := &placesOf[s.Rows()][s.Cols()]
	own, enemy := s.Mover(), s.Mover().Other()
	mine, theirs := standing(s, own), standing(s, enemy)
	if need.Any(1 << corners) {
		v[corners] = p.corners.count(own, &mine) - p.corners.count(enemy, &theirs)
	}
	if need.Any(1 << edge) {
		v[edge] = p.edge.count(own, &mine) - p.edge.count(enemy, &theirs)
	}
	if need.Any(1 << inner) {
		v[inner] = p.inner.count(own, &mine) - p.inner.count(enemy, &theirs)
	}
}

// standing is the stones of a colour, by half as in a view.
func standing(s *konane.State, c konane.Colour) [2]konane.Cells {
	even, odd := s.Stones(konane.ClassOf(c, 0)), s.Stones(konane.ClassOf(c, 1))
	if s.Paired() {
		return [2]konane.Cells{konane.Pair(even, odd)}
	}
	return [2]konane.Cells{even, odd}
}

// count is the number of cells of a colour in the part.
func (p *part) count(c konane.Colour, cells *[2]konane.Cells) int32 {
	return int32(cells[0].And(p[c&1][0]).Count() + cells[1].And(p[c&1][1]).Count())
}
