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

// Set is the features of Konane. The scales were measured on positions from
// games on 18x18 (TestScales measures them again).
func Set() features.Set[konane.State] {
	list := []features.Feature{
		moves:       {Name: "moves", Doc: "lead in jumps"},
		movers:      {Name: "movers", Doc: "lead in stones that can jump"},
		movesShare:  {Name: "moves_share", Doc: "lead in jumps, in thousandths of all jumps of both"},
		moversShare: {Name: "movers_share", Doc: "lead in stones that can jump, in thousandths of those of both"},
		stones:      {Name: "stones", Doc: "lead in stones on the board"},
		safe:        {Name: "safe", Doc: "lead in jumps that no enemy jump can prevent: their stone cannot be taken and their victim cannot leave"},
		threatened:  {Name: "threatened", Doc: "lead in stones that the other side can take"},
		targets:     {Name: "targets", Doc: "lead in cells that a jump can end on"},
		longer:      {Name: "longer", Doc: "lead in jumps over two stones and more"},
		longest:     {Name: "longest", Doc: "lead in the number of stones that the longest jump takes"},
		latent:      {Name: "latent", Doc: "lead in stones that could jump if an own stone behind the victim were gone"},
		isolated:    {Name: "isolated", Doc: "lead in stones without a neighbour"},
		corners:     {Name: "corners", Doc: "lead in stones in the corners"},
		edge:        {Name: "edge", Doc: "lead in stones on the edge, corners included"},
		inner:       {Name: "inner", Doc: "lead in stones in the middle half of the rows and columns"},
		edgeMovers:  {Name: "edge_movers", Doc: "lead in stones on the edge that can jump"},
		stuck:       {Name: "stuck", Doc: "+1 if the other side could not jump were it to move, else 0"},
		regions:     {Name: "regions", Doc: "lead in open regions (connected empty cells) that only one side can jump into"},
		regionCells: {Name: "region_cells", Doc: "lead in cells to jump to in regions that the other side cannot jump into"},
		regionsOdd:  {Name: "regions_odd", Doc: "lead in open regions that an odd number of jumps lead into"},
		movesOdd:    {Name: "moves_odd", Doc: "+1 if the jumps of both sides together are odd in number, else -1"},
		movesLate:   {Name: "moves_late", Doc: "lead in jumps, times the percentage of stones gone"},
		moversLate:  {Name: "movers_late", Doc: "lead in stones that can jump, times the percentage of stones gone"},
		stonesLate:  {Name: "stones_late", Doc: "lead in stones, times the percentage of stones gone"},
	}
	for i := range list {
		list[i].Scale = scales[i]
	}
	return features.Set[konane.State]{Game: "konane", List: list, Extract: Extract, Part: extractPart, Progress: progress, Hints: hints(), Length: length()}
}

// progress is the part of the stones that have left the board, in thousandths.
func progress(s *konane.State) int {
	all := s.Rows() * s.Cols()
	return 1000 * (all - s.StonesOf(konane.Black) - s.StonesOf(konane.White)) / all
}

// scales holds the standard deviation of each feature.
var scales = [count]float64{
	moves: 7.67, movers: 4.44, movesShare: 159, moversShare: 140, stones: 3, safe: 5.3, threatened: 4.94,
	targets: 4.99, longer: 3.57, longest: 0.927, latent: 3.49, isolated: 3.21, corners: 0.576, edge: 2.41,
	inner: 2.97, edgeMovers: 2.22, stuck: 0.0703, regions: 1.51, regionCells: 1.68, regionsOdd: 1.85,
	movesOdd: 1, movesLate: 351, moversLate: 191, stonesLate: 178,
}
