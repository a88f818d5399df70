package littlego

import (
	"evolab/features"
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
