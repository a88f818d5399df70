// Package konane holds the evaluation features of Konane, a set of weights that
// was chosen by hand, and what the baselines look at.
package konane

import (
	"fmt"

	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/game/konane"
)

// The features, in the order of the vector. "Lead" means own minus enemy.
const (
	moves = iota
	movers
	movesShare
	moversShare
	stones
	safe
	threatened
	targets
	longer
	longest
	latent
	isolated
	corners
	edge
	inner
	edgeMovers
	stuck
	regions
	regionCells
	regionsOdd
	movesOdd
	movesLate
	moversLate
	stonesLate
	count
)

// list holds the features. The scales were measured on positions from games on
// 18x18 (TestScales measures them again).
var list = []features.Feature{
	moves:       {Name: "moves", Scale: 7.67, Doc: "lead in jumps"},
	movers:      {Name: "movers", Scale: 4.44, Doc: "lead in stones that can jump"},
	movesShare:  {Name: "moves_share", Scale: 159, Doc: "lead in jumps, in thousandths of all jumps of both"},
	moversShare: {Name: "movers_share", Scale: 140, Doc: "lead in stones that can jump, in thousandths of those of both"},
	stones:      {Name: "stones", Scale: 3, Doc: "lead in stones on the board"},
	safe:        {Name: "safe", Scale: 5.3, Doc: "lead in jumps that no enemy jump can prevent: their stone cannot be taken and their victim cannot leave"},
	threatened:  {Name: "threatened", Scale: 4.94, Doc: "lead in stones that the other side can take"},
	targets:     {Name: "targets", Scale: 4.99, Doc: "lead in cells that a jump can end on"},
	longer:      {Name: "longer", Scale: 3.57, Doc: "lead in jumps over two stones and more"},
	longest:     {Name: "longest", Scale: 0.927, Doc: "lead in the number of stones that the longest jump takes"},
	latent:      {Name: "latent", Scale: 3.49, Doc: "lead in stones that could jump if an own stone behind the victim were gone"},
	isolated:    {Name: "isolated", Scale: 3.21, Doc: "lead in stones without a neighbour"},
	corners:     {Name: "corners", Scale: 0.576, Doc: "lead in stones in the corners"},
	edge:        {Name: "edge", Scale: 2.41, Doc: "lead in stones on the edge, corners included"},
	inner:       {Name: "inner", Scale: 2.97, Doc: "lead in stones in the middle half of the rows and columns"},
	edgeMovers:  {Name: "edge_movers", Scale: 2.22, Doc: "lead in stones on the edge that can jump"},
	stuck:       {Name: "stuck", Scale: 0.0703, Doc: "+1 if the other side could not jump were it to move, else 0"},
	regions:     {Name: "regions", Scale: 1.51, Doc: "lead in open regions (connected empty cells) that only one side can jump into"},
	regionCells: {Name: "region_cells", Scale: 1.68, Doc: "lead in cells to jump to in regions that the other side cannot jump into"},
	regionsOdd:  {Name: "regions_odd", Scale: 1.85, Doc: "lead in open regions that an odd number of jumps lead into"},
	movesOdd:    {Name: "moves_odd", Scale: 1, Doc: "+1 if the jumps of both sides together are odd in number, else -1"},
	movesLate:   {Name: "moves_late", Scale: 351, Doc: "lead in jumps, times the percentage of stones gone"},
	moversLate:  {Name: "movers_late", Scale: 191, Doc: "lead in stones that can jump, times the percentage of stones gone"},
	stonesLate:  {Name: "stones_late", Scale: 178, Doc: "lead in stones, times the percentage of stones gone"},
}

// Set returns the features of Konane.
func Set() features.Set[konane.State] {
	return features.Set[konane.State]{
		Game: "konane", List: list, Extract: Extract, Show: show, Part: extractPart, Progress: progress,
		Hints: features.Hints[konane.State]{Late: 3, Again: true}, // no Same: every jump takes a stone
		// Games ended with 70 to 85 % of the stones gone on 18x18, after 106 to 122
		// moves of a side, and with 55 to 85 % on 8x8, after 16 to 25.
		Length: features.Length{At: [5]int{0, 0, 0, 0, 4}, Over: 850},
	}
}

// progress is the part of the stones that have left the board, in thousandths.
func progress(s *konane.State) int {
	all := s.Rows() * s.Cols()
	return 1000 * (all - s.StonesOf(konane.Black) - s.StonesOf(konane.White)) / all
}

// Hand is a set of weights chosen by hand, before any tuning: jumps and stones
// that can jump, above all those that cannot be prevented. Tuned weights are
// measured against it.
func Hand() features.Weights {
	return features.Weights{
		Game:     "konane",
		Features: []string{"moves", "movers", "safe", "threatened", "isolated"},
		Values:   []float64{.6, 1, .6, -.2, -.1},
		Source:   "set by hand",
	}
}

// Tactics is what the Konane baselines look at: the lead in mobility.
func Tactics() features.Tactics[konane.State] {
	return features.Tactics[konane.State]{
		Gain: func(s *konane.State, m game.Move) int {
			var after konane.State
			s.Play(m, &after)
			return mobilityLead(&after, s.Turn())
		},
		Leaf: mobilityLead,
		Material: func(s *konane.State, side game.Side) int {
			own := s.ColourOf(side)
			return s.StonesOf(own) - s.StonesOf(own.Other())
		},
		// In half squares, from the centre of the move's board.
		Centre: func(m game.Move) int {
			rows, cols := konane.BoardOf(m)
			r, c := 2*konane.Row(m.To())-rows+1, 2*konane.Col(m.To())-cols+1
			return r*r + c*c
		},
		// Before both removals are done a side has no second move.
		Skip: func(s, dst *konane.State) bool {
			if s.Removals() > 0 {
				return false
			}
			s.Skip(dst)
			return !dst.Outcome().Over()
		},
	}
}

// mobilityLead is the number of jumps of a side minus those of the other,
// whichever is to move.
func mobilityLead(s *konane.State, side game.Side) int {
	own := s.ColourOf(side)
	return s.Mobility(own) - s.Mobility(own.Other())
}

// Geometry is the board of a variant. A symmetry keeps the cells of each colour
// apart; where White is to move the board is mirrored, which brings its stones
// to the cells of Black's.
func Geometry(variant string) (pattern.Geometry, error) {
	s, err := konane.Start(variant)
	if err != nil {
		return pattern.Geometry{}, err
	}
	rows, cols := s.Rows(), s.Cols()
	if rows%2 != 0 && cols%2 != 0 {
		return pattern.Geometry{}, fmt.Errorf("a board of %dx%d has no symmetry between the colours (allowed: an even number of rows or of columns)", rows, cols)
	}
	g := pattern.Geometry{
		Rows: rows, Cols: cols, Form: form(rows, cols), Planes: 1, Chunks: konane.Classes * chunks, Width: chunkBits, LineBits: konane.Stride, Views: 2,
		Place:      func(view, row, col int) int { return bigBit(mirrored(view, row, col, rows, cols)) },
		Symmetries: symmetries(rows, cols),
	}
	if max(rows, cols) <= smallSize {
		g.Chunks, g.Width, g.LineBits = konane.Classes*smallChunks, 2*smallRow, 0
		g.Place = func(view, row, col int) int { return smallBit(mirrored(view, row, col, rows, cols)) }
	}
	return g, nil
}

// mirrored is the cell that a view sees at a row and a column.
func mirrored(view, row, col, rows, cols int) (int, int) {
	switch {
	case view == 0:
		return row, col
	case cols%2 == 0:
		return row, cols - 1 - col
	}
	return rows - 1 - row, col
}

// bigBit and smallBit are where a cell is in the chunks of show.
func bigBit(row, col int) int {
	class, _ := konane.CellAt(row, col)
	return class*chunks*chunkBits + row/2*konane.Stride + col/2
}

func smallBit(row, col int) int {
	class, _ := konane.CellAt(row, col)
	return (class*smallChunks+row/4)*2*smallRow + row/2%2*smallRow + col/2
}

// symmetries are those that move no cell to one of the other colour.
func symmetries(rows, cols int) (list []pattern.Symmetry) {
	g := pattern.Geometry{Rows: rows, Cols: cols}
	for _, s := range pattern.AllSymmetries() {
		if s.Transpose && rows != cols {
			continue
		}
		if c := g.Move(s, pattern.Cell{}); (c.Row+c.Col)%2 == 0 {
			list = append(list, s)
		}
	}
	return list
}

const (
	// smallSize is the largest number of rows and columns of a board of which two
	// rows of a class, four cells each, are a chunk.
	smallSize   = 8
	smallChunks = 2 // of a class
	smallRow    = smallSize / 2
	// On larger boards a chunk is three rows of a class.
	chunks    = 3 // of a class
	chunkBits = 3 * konane.Stride
)

// show hands the stones to patterns: where a stone stands says whose it is.
func show(s *konane.State, c *features.Chunks) {
	c.View, c.Form = int(s.Mover()), form(s.Rows(), s.Cols())
	if max(s.Rows(), s.Cols()) <= smallSize {
		fillSmall(s, c)
		return
	}
	for class := range konane.Classes {
		stones := s.Stones(class)
		b := stones.Band(0)
		c.At[chunks*class], c.At[chunks*class+1] = uint32(b&(1<<chunkBits-1)), uint32(b>>chunkBits)
		c.At[chunks*class+2] = uint32(stones.Band(1))
	}
}

func fillSmall(s *konane.State, c *features.Chunks) {
	const some = 1<<smallRow - 1
	for class := range konane.Classes {
		stones := s.Stones(class)
		b := stones.Band(0)
		c.At[smallChunks*class] = uint32(b&some | b>>konane.Stride&some<<smallRow)
		b >>= 2 * konane.Stride
		c.At[smallChunks*class+1] = uint32(b&some | b>>konane.Stride&some<<smallRow)
	}
}

// form tells boards apart by their size.
func form(rows, cols int) int { return 32*rows + cols }
