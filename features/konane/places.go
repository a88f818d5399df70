package konane

import "evolab/game/konane"

// places are the parts of a board that features tell apart, by class.
type places struct{ corners, edge, inner [konane.Classes]konane.Cells }

// placesOf holds them for every size of the board.
var placesOf = makePlaces()

func makePlaces() (table [konane.MaxSize + 1][konane.MaxSize + 1]places) {
	for rows := konane.MinSize; rows <= konane.MaxSize; rows++ {
		for cols := konane.MinSize; cols <= konane.MaxSize; cols++ {
			p := &table[rows][cols]
			for r := range rows {
				for c := range cols {
					p.add(r, c, rows, cols)
				}
			}
		}
	}
	return table
}

// add sorts one cell in. The inner part leaves out a quarter, rounded up, at
// every side.
func (p *places) add(r, c, rows, cols int) {
	class, cell := konane.CellAt(r, c)
	top, left := (rows+3)/4, (cols+3)/4
	if r >= top && r < rows-top && c >= left && c < cols-left {
		p.inner[class] = p.inner[class].Or(cell)
	}
	level, upright := r == 0 || r == rows-1, c == 0 || c == cols-1
	if level || upright {
		p.edge[class] = p.edge[class].Or(cell)
	}
	if level && upright {
		p.corners[class] = p.corners[class].Or(cell)
	}
}

// lead is the number of own minus enemy stones in a part of the board.
func lead(own konane.Colour, stones, part *[konane.Classes]konane.Cells) int32 {
	n := 0
	for half := range 2 {
		mine, theirs := konane.ClassOf(own, half)&3, konane.ClassOf(own.Other(), half)&3
		n += stones[mine].And(part[mine]).Count() - stones[theirs].And(part[theirs]).Count()
	}
	return int32(n)
}
