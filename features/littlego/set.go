// Package littlego holds the evaluation features of Little-Go, the weights
// that were set by hand, and what the baselines look at.
package littlego

import (
	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
	"evolab/game/littlego"
)

// The features, in the order of the vector. "Lead" means own minus enemy.
const (
	stones = iota
	stonesLate
	ahead
	aheadLate
	liberties
	libertiesSum
	libertiesSecond
	groups
	atariOwn
	atariEnemy
	atariStonesOwn
	atariStonesEnemy
	strong
	euler
	links
	centre
	inner
	edge
	corners
	territory
	eyes
	largest
	count
)

// list holds the features. The scales were measured on positions from games of
// the baselines (TestScales measures them again).
var list = []features.Feature{
	stones:           {Name: "stones", Scale: 1.95, Doc: "lead in stones on the board"},
	stonesLate:       {Name: "stones_late", Scale: 40.8, Doc: "lead in stones, times the plies played"},
	ahead:            {Name: "ahead", Scale: 1, Doc: "+1 if the game would be won were it counted now (komi included), else -1"},
	aheadLate:        {Name: "ahead_late", Scale: 15.1, Doc: "ahead, times the plies played"},
	liberties:        {Name: "liberties", Scale: 2.41, Doc: "lead in empty points next to at least one stone"},
	libertiesSum:     {Name: "liberties_sum", Scale: 4.73, Doc: "lead in liberties summed over the groups"},
	libertiesSecond:  {Name: "liberties_second", Scale: 1.41, Doc: "lead in empty points at distance two from the stones"},
	groups:           {Name: "groups", Scale: 1.69, Doc: "lead in the number of groups"},
	atariOwn:         {Name: "atari_own", Scale: .639, Doc: "own groups with a single liberty"},
	atariEnemy:       {Name: "atari_enemy", Scale: .655, Doc: "enemy groups with a single liberty"},
	atariStonesOwn:   {Name: "atari_stones_own", Scale: 1.24, Doc: "own stones in groups with a single liberty"},
	atariStonesEnemy: {Name: "atari_stones_enemy", Scale: 1.38, Doc: "enemy stones in groups with a single liberty"},
	strong:           {Name: "strong", Scale: 3.60, Doc: "lead in stones of groups with three liberties or more"},
	euler:            {Name: "euler", Scale: 1.31, Doc: "lead in the Euler number: groups of 8-connected stones minus holes"},
	links:            {Name: "links", Scale: 2.32, Doc: "lead in pairs of orthogonally adjacent own stones"},
	centre:           {Name: "centre", Scale: .728, Doc: "+1 for an own stone on the centre point, -1 for an enemy one"},
	inner:            {Name: "inner", Scale: 1.94, Doc: "lead in stones on the inner 3x3 points"},
	edge:             {Name: "edge", Scale: 2.16, Doc: "lead in stones on the edge, corners included"},
	corners:          {Name: "corners", Scale: 1.08, Doc: "lead in stones on the four corners"},
	territory:        {Name: "territory", Scale: 1.83, Doc: "lead in empty points of regions that only one side's stones border"},
	eyes:             {Name: "eyes", Scale: 1.24, Doc: "lead in empty points all of whose neighbours are stones of one side"},
	largest:          {Name: "largest", Scale: 2.07, Doc: "lead in the size of the largest group"},
}

// Set returns the features of Little-Go.
func Set() features.Set[littlego.State] {
	return features.Set[littlego.State]{
		Game: "littlego", List: list, Extract: Extract, Part: extractPart, Show: show, Progress: progress,
		Hints: features.Hints[littlego.State]{Late: 3, Legal: (*littlego.State).Legal, Again: true, Without: features.LateMoves}, // no Same: the ply is part of a position
		// More than the 12 moves that a side makes, so that the plies left decide.
		Length: features.Length{At: [5]int{40, 31, 21, 12, 2}},
	}
}

// progress is the part of the plies that have been played, in thousandths.
func progress(s *littlego.State) int { return s.Ply() * 1000 / littlego.LastPly }

// Hand is a set of weights chosen by hand, before any tuning: material first
// and more so late in the game, then liberties, no groups in atari, few and
// solid shapes. Tuned weights are measured against it.
func Hand() features.Weights {
	return features.Weights{
		Game:     "littlego",
		Features: []string{"stones", "stones_late", "liberties", "atari_own", "atari_enemy", "euler", "centre", "edge"},
		Values:   []float64{1, .5, .5, -.6, .3, -.3, .1, -.1},
		Source:   "set by hand",
	}
}

// Tactics is what the Little-Go baselines look at: captured stones, and own
// stones after the opponent's reply, as the assignment describes them.
func Tactics() features.Tactics[littlego.State] {
	return features.Tactics[littlego.State]{
		Gain:   func(s *littlego.State, m game.Move) int { return s.Captures(m).Count() },
		Most:   func(s *littlego.State) int { return s.MostCaptures() },
		Falls:  true,
		AtOnce: true,
		Leaf:   stonesOf,
		Material: func(s *littlego.State, side game.Side) int {
			return stonesOf(s, side) - stonesOf(s, side.Other())
		},
		Centre: func(m game.Move) int {
			if m == littlego.Pass {
				return 2 * littlego.Points
			}
			r, c := m.To()/littlego.Stride-2, m.To()%littlego.Stride-2
			return r*r + c*c
		},
		Skip: func(s, dst *littlego.State) bool {
			s.Play(littlego.Pass, dst)
			return !dst.Outcome().Over()
		},
	}
}

func stonesOf(s *littlego.State, side game.Side) int {
	if s.Turn() == side {
		return s.Own().Count()
	}
	return s.Opp().Count()
}

// Geometry is the board, which has no direction.
func Geometry(string) (pattern.Geometry, error) {
	return pattern.Geometry{
		Rows: littlego.Size, Cols: littlego.Size, Planes: 2, Chunks: littlego.Size, Width: littlego.Size, Views: 1,
		Place:      func(_, row, col int) int { return littlego.Size*row + col },
		Symmetries: pattern.AllSymmetries(),
	}, nil
}

// show hands the stones to patterns, row by row.
func show(s *littlego.State, c *features.Chunks) {
	own, enemy := s.Own(), s.Opp()
	for i := range littlego.Size {
		c.At[i] = uint32(own>>(littlego.Stride*i)) & (1<<littlego.Size - 1)
		c.At[littlego.Size+i] = uint32(enemy>>(littlego.Stride*i)) & (1<<littlego.Size - 1)
	}
}
