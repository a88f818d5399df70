package checkers

import (
	"evolab/features"
	"evolab/game/checkers"
)

// The features, in the order of the vector. "Lead" means own minus enemy.
const (
	men = iota
	kings
	trade
	tempo
	advanced
	seventh
	runaway
	runawayRows
	backRow
	bridge
	oreo
	dogHole
	cramp
	centre
	centreKings
	edge
	diagonal
	doubleCorner
	mobility
	safeMobility
	blockedMen
	trappedKings
	takes
	threatened
	threats
	exchange
	backed
	exposed
	lone
	gaps
	holes
	opposition
	oppositionLate
	hunt
	ring
	refuge
	ratio
	count
)

// Set is the features of checkers. The scales were measured on positions from
// games of half random moves (TestScales measures them again).
func Set() features.Set[checkers.State] {
	list := []features.Feature{
		men:            {Name: "men", Doc: "lead in men"},
		kings:          {Name: "kings", Doc: "lead in kings"},
		trade:          {Name: "trade", Doc: "lead in pieces, times the pieces of either side that are gone"},
		tempo:          {Name: "tempo", Doc: "lead in rows that the men have gone"},
		advanced:       {Name: "advanced", Doc: "lead in men on their fifth and sixth row minus those on their third and fourth"},
		seventh:        {Name: "seventh", Doc: "lead in men one step from the row that crowns"},
		runaway:        {Name: "runaway", Doc: "lead in men with no enemy piece anywhere on their ways ahead"},
		runawayRows:    {Name: "runaway_rows", Doc: "lead in rows that those men have gone"},
		backRow:        {Name: "back_row", Doc: "lead in men on the own back row"},
		bridge:         {Name: "bridge", Doc: "lead in holding both bridge squares (b8 f8, c1 g1) with men while the enemy has no king"},
		oreo:           {Name: "oreo", Doc: "lead in holding the triangle d8 f8 e7 (c1 e1 d2) with men"},
		dogHole:        {Name: "dog_hole", Doc: "lead in men stuck on h2 behind an enemy man on g1 (White: on a7 behind b8)"},
		cramp:          {Name: "cramp", Doc: "lead in cramping four enemies on a3 b2 b4 c3 from a5 with help (White: from h4)"},
		centre:         {Name: "centre", Doc: "lead in men on the eight central squares"},
		centreKings:    {Name: "centre_kings", Doc: "lead in kings on the eight central squares"},
		edge:           {Name: "edge", Doc: "lead in men on the columns a and h"},
		diagonal:       {Name: "diagonal", Doc: "lead in kings on the long diagonal a1 h8"},
		doubleCorner:   {Name: "double_corner", Doc: "lead in kings in the double corners a7 b8 and g1 h2"},
		mobility:       {Name: "mobility", Doc: "lead in steps, were there no captures"},
		safeMobility:   {Name: "safe_mobility", Doc: "lead in steps onto squares where the piece cannot be jumped"},
		blockedMen:     {Name: "blocked_men", Doc: "lead in men without a step"},
		trappedKings:   {Name: "trapped_kings", Doc: "lead in kings that can neither jump nor make a safe step"},
		takes:          {Name: "takes", Doc: "enemy pieces that the side to move can jump"},
		threatened:     {Name: "threatened", Doc: "own pieces that the enemy could jump if it were to move"},
		threats:        {Name: "threats", Doc: "lead in squares that a step reaches and from which a man could jump"},
		exchange:       {Name: "exchange", Doc: "lead in men's steps that can be jumped from ahead and jumped back by a man"},
		backed:         {Name: "backed", Doc: "lead in men with no empty square behind"},
		exposed:        {Name: "exposed", Doc: "lead in pieces between two empty squares of a diagonal"},
		lone:           {Name: "lone", Doc: "lead in men without a piece next to them"},
		gaps:           {Name: "gaps", Doc: "lead in empty squares between two own pieces of a diagonal"},
		holes:          {Name: "holes", Doc: "lead in empty squares with three own pieces next to them or more"},
		opposition:     {Name: "opposition", Doc: "with equal pieces +1 if the side to move has the move (an odd number of pieces in its columns), else -1"},
		oppositionLate: {Name: "opposition_late", Doc: "opposition, times the pieces of either side that are gone"},
		hunt:           {Name: "hunt", Doc: "steps from the kings of the side with more pieces to the next enemy, summed; positive for the other side"},
		ring:           {Name: "ring", Doc: "steps from the kings of the side with fewer pieces to the second nearest enemy king, summed; positive for that side"},
		refuge:         {Name: "refuge", Doc: "kings of the side with fewer pieces in the double corners; positive for that side"},
		ratio:          {Name: "ratio", Doc: "lead in pieces, over the pieces that are left, in 120ths"},
	}
	for i := range list {
		list[i].Scale = scales[i]
	}
	return features.Set[checkers.State]{Game: "checkers", List: list, Extract: Extract, Part: extractPart, Progress: progress, Hints: hints(), Length: length()}
}

// progress is the part of the pieces that are gone: one at least stays.
func progress(s *checkers.State) int {
	gone := 2*checkers.Pieces - (s.Own() | s.Opp()).Count()
	return 1000 * gone / (2*checkers.Pieces - 1)
}

// scales holds the standard deviation of each feature.
var scales = [count]float64{
	men: 2.01, kings: .927, trade: 38.1, tempo: 6.31, advanced: 1.37, seventh: .571, runaway: 1.32, runawayRows: 5,
	backRow: .903, bridge: .386, oreo: .343, dogHole: .205, cramp: .0525, centre: 1.13, centreKings: .454, edge: 1.3,
	diagonal: .529, doubleCorner: .453, mobility: 4.06, safeMobility: 4.05, blockedMen: 1, trappedKings: .226,
	takes: .459, threatened: .344, threats: .821, exchange: .784, backed: 1.38, exposed: 1.58, lone: 1.64, gaps: 1.07,
	holes: .801, opposition: .474, oppositionLate: 5.96, hunt: 5.88, ring: 3.17, refuge: .241, ratio: 40.8,
}
