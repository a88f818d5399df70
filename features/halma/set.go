// Package halma holds the evaluation features of Halma, the weights that were
// set by hand, and what the baselines look at.
package halma

import (
	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/game/halma"
)

// The features, in the order of the vector. "Lead" means own minus enemy.
const (
	distance = iota
	distanceLate
	squared
	steps
	entry
	straggler
	front
	home
	deep
	campOwn
	campEnemy
	blocked
	aside
	centre
	cohesion
	lone
	shut
	past
	jumps
	jumpsForward
	longestOwn
	longestEnemy
	rungs
	total
)

// list holds the features. The scales were measured on positions from games of
// the baselines (TestScales measures them again).
var list = []features.Feature{
	distance:     {Name: "distance", Scale: 30.8, Doc: "columns and rows to the goals' corners, summed over the pieces: enemy minus own"},
	distanceLate: {Name: "distance_late", Scale: 445, Doc: "distance, times the pieces of both sides that are home"},
	squared:      {Name: "squared", Scale: 818, Doc: "the same with each piece's distance squared: enemy minus own"},
	steps:        {Name: "steps", Scale: 19, Doc: "single steps to the goals' corners, summed over the pieces: enemy minus own"},
	entry:        {Name: "entry", Scale: 16.2, Doc: "single steps to the nearest goal square, summed over the pieces: enemy minus own"},
	straggler:    {Name: "straggler", Scale: 1.58, Doc: "single steps of the last piece to the goal's corner: enemy minus own"},
	front:        {Name: "front", Scale: 1.47, Doc: "single steps of the first piece to the goal's corner: enemy minus own"},
	home:         {Name: "home", Scale: 2.15, Doc: "lead in pieces in the goal"},
	deep:         {Name: "deep", Scale: 6.25, Doc: "lead in columns and rows that the pieces at home have gone in from the goal's rim"},
	campOwn:      {Name: "camp_own", Scale: 2.92, Doc: "own pieces still in their camp"},
	campEnemy:    {Name: "camp_enemy", Scale: 2.77, Doc: "enemy pieces still in their camp, where they hold own goal squares"},
	blocked:      {Name: "blocked", Scale: .334, Doc: "empty goal squares with no empty square next to them: enemy minus own"},
	aside:        {Name: "aside", Scale: 14.8, Doc: "columns off the diagonal between the corners, summed over the pieces: enemy minus own"},
	centre:       {Name: "centre", Scale: 2.34, Doc: "lead in pieces on the middle 6x6 squares"},
	cohesion:     {Name: "cohesion", Scale: 6.38, Doc: "lead in pairs of own pieces next to each other"},
	lone:         {Name: "lone", Scale: 2.24, Doc: "pieces with no piece of either colour next to them: enemy minus own"},
	shut:         {Name: "shut", Scale: 1.18, Doc: "pieces with no empty square next to them: enemy minus own"},
	past:         {Name: "past", Scale: 2.57, Doc: "lead in pieces that have passed all enemy pieces"},
	jumps:        {Name: "jumps", Scale: 23.3, Doc: "lead in ends of chains of jumps, summed over the pieces that are not home"},
	jumpsForward: {Name: "jumps_forward", Scale: 12.1, Doc: "lead in those ends that are nearer to the goal's corner"},
	longestOwn:   {Name: "longest_own", Scale: 4.08, Doc: "the most columns and rows that one own chain of jumps gains"},
	longestEnemy: {Name: "longest_enemy", Scale: 3.97, Doc: "the most columns and rows that one enemy chain of jumps gains"},
	rungs:        {Name: "rungs", Scale: 2.36, Doc: "lead in single jumps towards the goal, the rungs of ladders"},
}

// Set returns the features of Halma.
func Set() features.Set[halma.State] {
	return features.Set[halma.State]{
		Game: "halma", List: list, Extract: Extract, Show: show, Part: extractPart, Progress: Progress,
		Hints: features.Hints[halma.State]{Late: 3, Again: true, Same: (*halma.State).Hash, Back: back, Without: features.LateMoves | features.Repetition},
		// The moves until the sides have passed each other: what follows is planned and costs little.
		Length: features.Length{At: [5]int{75, 62, 50, 28, 14}, Calm: 75, Longest: 2},
	}
}

// back reports whether a move leads away from the goal's corner.
func back(s *halma.State, m game.Move) bool {
	view := &places[s.Turn()&1]
	return view[m.To()&0xff].distance > view[m.From()&0xff].distance
}

// Hand is a set of weights chosen by hand, before any tuning: the race first,
// leaving nobody behind, close to the diagonal, with long jumps ahead.
func Hand() features.Weights {
	return features.Weights{
		Game: "halma",
		Features: []string{
			"distance", "squared", "entry", "straggler", "home", "deep", "camp_own", "aside", "longest_own", "longest_enemy", "rungs",
		},
		Values: []float64{1, .4, .3, .2, .2, .1, -.1, .15, .1, -.1, .05},
		Source: "set by hand",
	}
}

// Tactics is what the Halma baselines look at: columns and rows that are left to
// the goal's corner.
func Tactics() features.Tactics[halma.State] {
	return features.Tactics[halma.State]{
		// How much nearer the moved piece comes.
		Gain: func(s *halma.State, m game.Move) int {
			view := &places[s.Turn()&1]
			return int(view[m.From()&0xff].distance - view[m.To()&0xff].distance)
		},
		Leaf: func(s *halma.State, side game.Side) int {
			const won = 1000 // more than any lead
			switch s.Outcome().Result {
			case game.Win(side):
				return lead(s, side) + won
			case game.Win(side ^ 1):
				return lead(s, side) - won
			}
			return lead(s, side)
		},
		Material: lead,
		// In half squares: the centre lies between the squares.
		Centre: func(m game.Move) int {
			x, y := 2*(m.To()%halma.Size)-(halma.Size-1), 2*(m.To()/halma.Size)-(halma.Size-1)
			return x*x + y*y
		},
		Skip: func(s, dst *halma.State) bool {
			s.Skip(dst)
			return !dst.Outcome().Over()
		},
	}
}

// lead is how many fewer columns and rows a side has to go than the other one.
func lead(s *halma.State, side game.Side) int {
	return left(s, side^1) - left(s, side)
}

func left(s *halma.State, side game.Side) int {
	var sh shape
	pieces := s.Pieces(side)
	sh.sum(side, &pieces)
	return int(sh.distance)
}

// Geometry has the symmetry of the diagonal between the camps; the second side
// sees the board turned by half.
func Geometry(string) (pattern.Geometry, error) {
	return pattern.Geometry{
		Rows: halma.Size, Cols: halma.Size, Planes: 2, Chunks: chunks, Width: chunkBits, LineBits: halma.Size / 2, Views: 2,
		Place: func(view, row, col int) int {
			if view == 1 {
				row, col = halma.Size-1-row, halma.Size-1-col
			}
			square := halma.Size*row + col
			return 64*halma.Class(square) + halma.Cell(square)
		},
		Symmetries: []pattern.Symmetry{{}, {Transpose: true}},
	}, nil
}

// A chunk is half of a parity class.
const (
	chunkBits = 32
	chunks    = halma.Classes * 2
)

func show(s *halma.State, c *features.Chunks) {
	own, enemy := s.Own(), s.Opp()
	for class := range halma.Classes {
		mine, theirs := own[class], enemy[class]
		c.At[2*class], c.At[2*class+1] = uint32(mine&(1<<chunkBits-1)), uint32(mine>>chunkBits)
		c.At[chunks+2*class], c.At[chunks+2*class+1] = uint32(theirs&(1<<chunkBits-1)), uint32(theirs>>chunkBits)
	}
	c.View = 0
	if s.Turn() == game.Second {
		c.View = 1
	}
}
