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

// Set is the features of Little-Go. The scales were measured on positions from
// games of the baselines (TestScales measures them again).
func Set() features.Set[littlego.State] {
	list := []features.Feature{
		stones:           {Name: "stones", Doc: "lead in stones on the board"},
		stonesLate:       {Name: "stones_late", Doc: "lead in stones, times the plies played"},
		ahead:            {Name: "ahead", Doc: "+1 if the game would be won were it counted now (komi included), else -1"},
		aheadLate:        {Name: "ahead_late", Doc: "ahead, times the plies played"},
		liberties:        {Name: "liberties", Doc: "lead in empty points next to at least one stone"},
		libertiesSum:     {Name: "liberties_sum", Doc: "lead in liberties summed over the groups"},
		libertiesSecond:  {Name: "liberties_second", Doc: "lead in empty points at distance two from the stones"},
		groups:           {Name: "groups", Doc: "lead in the number of groups"},
		atariOwn:         {Name: "atari_own", Doc: "own groups with a single liberty"},
		atariEnemy:       {Name: "atari_enemy", Doc: "enemy groups with a single liberty"},
		atariStonesOwn:   {Name: "atari_stones_own", Doc: "own stones in groups with a single liberty"},
		atariStonesEnemy: {Name: "atari_stones_enemy", Doc: "enemy stones in groups with a single liberty"},
		strong:           {Name: "strong", Doc: "lead in stones of groups with three liberties or more"},
		euler:            {Name: "euler", Doc: "lead in the Euler number: groups of 8-connected stones minus holes"},
		links:            {Name: "links", Doc: "lead in pairs of orthogonally adjacent own stones"},
		centre:           {Name: "centre", Doc: "+1 for an own stone on the centre point, -1 for an enemy one"},
		inner:            {Name: "inner", Doc: "lead in stones on the inner 3x3 points"},
		edge:             {Name: "edge", Doc: "lead in stones on the edge, corners included"},
		corners:          {Name: "corners", Doc: "lead in stones on the four corners"},
		territory:        {Name: "territory", Doc: "lead in empty points of regions that only one side's stones border"},
		eyes:             {Name: "eyes", Doc: "lead in empty points all of whose neighbours are stones of one side"},
		largest:          {Name: "largest", Doc: "lead in the size of the largest group"},
	}
	for i := range list {
		list[i].Scale = scales[i]
	}
	return features.Set[littlego.State]{Game: "littlego", List: list, Extract: Extract, Progress: progress, Hints: hints(), Length: length()}
}

// progress is the part of the plies that have been played, in thousandths.
func progress(s *littlego.State) int { return s.Ply() * 1000 / littlego.LastPly }

// scales holds the standard deviation of each feature.
var scales = [count]float64{
	stones: 1.95, stonesLate: 40.8, ahead: 1, aheadLate: 15.1, liberties: 2.41, libertiesSum: 4.73,
	libertiesSecond: 1.41, groups: 1.69, atariOwn: .639, atariEnemy: .655, atariStonesOwn: 1.24,
	atariStonesEnemy: 1.38, strong: 3.60, euler: 1.31, links: 2.32, centre: .728, inner: 1.94,
	edge: 2.16, corners: 1.08, territory: 1.83, eyes: 1.24, largest: 2.07,
}
