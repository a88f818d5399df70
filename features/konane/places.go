package konane

import (
	"evolab/features"
	"evolab/game/konane"
)

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
