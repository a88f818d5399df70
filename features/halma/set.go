package halma

import (
	"evolab/features"
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
		Hints: features.Hints[halma.State]{Late: 3, Again: true, Same: (*halma.State).Hash, Without: features.LateMoves | features.Repetition},
		// The moves until the sides have passed each other: what follows is planned and costs little.
		Length: features.Length{At: [5]int{75, 62, 50, 28, 14}, Calm: 75, Longest: 2},
	}
}
