// Package checkers holds the evaluation features of checkers, the weights that
// were set by hand, and what the baselines look at.
package checkers

import (
	"evolab/features"
	"evolab/features/net"
	"evolab/features/pattern"
	"evolab/game"
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

// list holds the features. The scales were measured on positions from games of
// half random moves (TestScales measures them again).
var list = []features.Feature{
	men:            {Name: "men", Scale: 2.01, Doc: "lead in men"},
	kings:          {Name: "kings", Scale: .927, Doc: "lead in kings"},
	trade:          {Name: "trade", Scale: 38.1, Doc: "lead in pieces, times the pieces of either side that are gone"},
	tempo:          {Name: "tempo", Scale: 6.31, Doc: "lead in rows that the men have gone"},
	advanced:       {Name: "advanced", Scale: 1.37, Doc: "lead in men on their fifth and sixth row minus those on their third and fourth"},
	seventh:        {Name: "seventh", Scale: .571, Doc: "lead in men one step from the row that crowns"},
	runaway:        {Name: "runaway", Scale: 1.32, Doc: "lead in men with no enemy piece anywhere on their ways ahead"},
	runawayRows:    {Name: "runaway_rows", Scale: 5, Doc: "lead in rows that those men have gone"},
	backRow:        {Name: "back_row", Scale: .903, Doc: "lead in men on the own back row"},
	bridge:         {Name: "bridge", Scale: .386, Doc: "lead in holding both bridge squares (b8 f8, c1 g1) with men while the enemy has no king"},
	oreo:           {Name: "oreo", Scale: .343, Doc: "lead in holding the triangle d8 f8 e7 (c1 e1 d2) with men"},
	dogHole:        {Name: "dog_hole", Scale: .205, Doc: "lead in men stuck on h2 behind an enemy man on g1 (White: on a7 behind b8)"},
	cramp:          {Name: "cramp", Scale: .0525, Doc: "lead in cramping four enemies on a3 b2 b4 c3 from a5 with help (White: from h4)"},
	centre:         {Name: "centre", Scale: 1.13, Doc: "lead in men on the eight central squares"},
	centreKings:    {Name: "centre_kings", Scale: .454, Doc: "lead in kings on the eight central squares"},
	edge:           {Name: "edge", Scale: 1.3, Doc: "lead in men on the columns a and h"},
	diagonal:       {Name: "diagonal", Scale: .529, Doc: "lead in kings on the long diagonal a1 h8"},
	doubleCorner:   {Name: "double_corner", Scale: .453, Doc: "lead in kings in the double corners a7 b8 and g1 h2"},
	mobility:       {Name: "mobility", Scale: 4.06, Doc: "lead in steps, were there no captures"},
	safeMobility:   {Name: "safe_mobility", Scale: 4.05, Doc: "lead in steps onto squares where the piece cannot be jumped"},
	blockedMen:     {Name: "blocked_men", Scale: 1, Doc: "lead in men without a step"},
	trappedKings:   {Name: "trapped_kings", Scale: .226, Doc: "lead in kings that can neither jump nor make a safe step"},
	takes:          {Name: "takes", Scale: .459, Doc: "enemy pieces that the side to move can jump"},
	threatened:     {Name: "threatened", Scale: .344, Doc: "own pieces that the enemy could jump if it were to move"},
	threats:        {Name: "threats", Scale: .821, Doc: "lead in squares that a step reaches and from which a man could jump"},
	exchange:       {Name: "exchange", Scale: .784, Doc: "lead in men's steps that can be jumped from ahead and jumped back by a man"},
	backed:         {Name: "backed", Scale: 1.38, Doc: "lead in men with no empty square behind"},
	exposed:        {Name: "exposed", Scale: 1.58, Doc: "lead in pieces between two empty squares of a diagonal"},
	lone:           {Name: "lone", Scale: 1.64, Doc: "lead in men without a piece next to them"},
	gaps:           {Name: "gaps", Scale: 1.07, Doc: "lead in empty squares between two own pieces of a diagonal"},
	holes:          {Name: "holes", Scale: .801, Doc: "lead in empty squares with three own pieces next to them or more"},
	opposition:     {Name: "opposition", Scale: .474, Doc: "with equal pieces +1 if the side to move has the move (an odd number of pieces in its columns), else -1"},
	oppositionLate: {Name: "opposition_late", Scale: 5.96, Doc: "opposition, times the pieces of either side that are gone"},
	hunt:           {Name: "hunt", Scale: 5.88, Doc: "steps from the kings of the side with more pieces to the next enemy, summed; positive for the other side"},
	ring:           {Name: "ring", Scale: 3.17, Doc: "steps from the kings of the side with fewer pieces to the second nearest enemy king, summed; positive for that side"},
	refuge:         {Name: "refuge", Scale: .241, Doc: "kings of the side with fewer pieces in the double corners; positive for that side"},
	ratio:          {Name: "ratio", Scale: 40.8, Doc: "lead in pieces, over the pieces that are left, in 120ths"},
}

// Set returns the features of checkers.
func Set() features.Set[checkers.State] {
	return features.Set[checkers.State]{
		Game: "checkers", List: list, Extract: Extract, Show: show, Part: extractPart, Progress: progress,
		Pieces: pieces, Encoding: net.Encoding{Inputs: 4 * checkers.Squares, Pieces: 2 * checkers.Pieces},
		Hints: features.Hints[checkers.State]{Loud: (*checkers.State).MustCapture, Late: 3, Foretold: foretold, Same: (*checkers.State).BoardHash, Key: key, Again: true},
		// Fewer moves than games have: drawish endings of many moves are played fast.
		Length: features.Length{At: [5]int{20, 20, 20, 20, 18}, Calm: 100, Level: 450},
	}
}

// progress is the part of the pieces that are gone: one at least stays.
func progress(s *checkers.State) int {
	gone := 2*checkers.Pieces - (s.Own() | s.Opp()).Count()
	return 1000 * gone / (2*checkers.Pieces - 1)
}

// foretold excludes endgames, where a win is made of steps that a margin hides.
func foretold(s *checkers.State) bool {
	const few = 8
	return (s.Own()|s.Opp()).Count() > few && !s.MustCapture()
}

// key ignores the quiet plies where a search of the depth cannot reach the draw that
// they lead to.
func key(s *checkers.State, depth int) uint64 {
	if s.Quiet()+depth < checkers.QuietLimit {
		return s.BoardHash()
	}
	return s.Hash()
}

// Hand is a set of weights chosen by hand, before any tuning. Divided by the
// scales, a man counts 1 and a king 1.4, and more with few pieces left, through
// ratio. Free ways to the last row and immediate captures count most after that; the
// last four find the win in the endgame.
func Hand() features.Weights {
	return features.Weights{
		Game: "checkers",
		Features: []string{
			"men", "kings", "trade", "takes", "threatened", "seventh", "runaway_rows", "back_row", "bridge",
			"safe_mobility", "trapped_kings", "dog_hole", "centre", "centre_kings", "hunt", "ring", "refuge", "ratio",
		},
		Values: []float64{2, 1.3, .15, .25, -.1, .06, .3, .08, .04, .12, -.09, -.03, .04, .04, .17, .15, .08, 1.5},
		Source: "set by hand",
	}
}

// Tactics is what the baselines look at in checkers: captured pieces, and own
// minus enemy pieces at their search depth.
func Tactics() features.Tactics[checkers.State] {
	return features.Tactics[checkers.State]{
		Gain:      func(_ *checkers.State, m game.Move) int { return checkers.Jumps(m) },
		Falls:     true,
		Leaf:      material,
		Material:  material,
		Reference: worth,
		// In half squares: the centre lies between the squares.
		Centre: func(m game.Move) int {
			r, c := checkers.RowColumn(m.To())
			r, c = 2*r-checkers.Size+1, 2*c-checkers.Size+1
			return r*r + c*c
		},
		Skip: func(s, dst *checkers.State) bool {
			s.Skip(dst)
			return !dst.Outcome().Over()
		},
	}
}

func material(s *checkers.State, side game.Side) int {
	pieces := s.Own().Count() - s.Opp().Count()
	if s.Turn() != side {
		pieces = -pieces
	}
	return pieces
}

// worth is own minus enemy pieces, in which two kings are worth three men
// (Samuel, "Some studies in machine learning using the game of checkers", 1959).
// What the reference of the course compared is not known.
func worth(s *checkers.State, side game.Side) int {
	kings := s.Kings()
	lead := 2*(s.Own().Count()-s.Opp().Count()) + (s.Own() & kings).Count() - (s.Opp() & kings).Count()
	if s.Turn() != side {
		lead = -lead
	}
	return lead
}

// Geometry has no symmetry but that of the colours, which the views have: White
// sees the board turned by half.
func Geometry(string) (pattern.Geometry, error) {
	return pattern.Geometry{
		Rows: checkers.Size, Cols: checkers.Size, Planes: 2, Chunks: chunks, Width: chunkWidth, Views: 2,
		Place: func(view, row, col int) int {
			if view == 1 {
				row, col = checkers.Size-1-row, checkers.Size-1-col
			}
			square, dark := checkers.Square(row, col)
			if !dark {
				return -1
			}
			return square/chunkBits*chunkWidth + square%chunkBits
		},
		Symmetries: []pattern.Symmetry{{}},
	}, nil
}

// Boards are read in chunks of two rows.
const (
	chunks     = checkers.Size / 2
	chunkWidth = checkers.Size
	chunkBits  = chunkWidth + 1 // a bit after every second row is no square
)

// show hands the men to patterns; the value of kings is left to features.
func show(s *checkers.State, c *features.Chunks) {
	own, enemy := s.Own()&^s.Kings(), s.Opp()&^s.Kings()
	for i := range chunks {
		c.At[i] = uint32(own>>(chunkBits*i)) & (1<<chunkWidth - 1)
		c.At[chunks+i] = uint32(enemy>>(chunkBits*i)) & (1<<chunkWidth - 1)
	}
	c.View = 0
	if s.Turn() == game.Second {
		c.View = 1
	}
}

// pieces hands the men to nets, and after them the kings.
func pieces(s *checkers.State, p *net.Pieces) {
	black, white, kings := s.Black(), s.White(), s.Kings()
	p.On[0] = inputs(black&^kings, white&^kings)
	p.On[1] = 0
	if kings != 0 {
		p.On[1] = inputs(black&kings, white&kings)
	}
	p.View = int(s.Turn())
}

// inputs is the squares of a kind of pieces in reading order, Black's first.
func inputs(black, white checkers.Board) uint64 {
	return uint64(black.Dense()) | uint64(white.Dense())<<checkers.Squares
}
