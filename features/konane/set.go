package konane

import (
	"evolab/features"
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
