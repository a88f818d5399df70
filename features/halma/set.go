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

// Set is the features of Halma. The scales were measured on positions from
// games of the baselines (TestScales measures them again).
func Set() features.Set[halma.State] {
	list := []features.Feature{
		distance:     {Name: "distance", Doc: "columns and rows to the goals' corners, summed over the pieces: enemy minus own"},
		distanceLate: {Name: "distance_late", Doc: "distance, times the pieces of both sides that are home"},
		squared:      {Name: "squared", Doc: "the same with each piece's distance squared: enemy minus own"},
		steps:        {Name: "steps", Doc: "single steps to the goals' corners, summed over the pieces: enemy minus own"},
		entry:        {Name: "entry", Doc: "single steps to the nearest goal square, summed over the pieces: enemy minus own"},
		straggler:    {Name: "straggler", Doc: "single steps of the last piece to the goal's corner: enemy minus own"},
		front:        {Name: "front", Doc: "single steps of the first piece to the goal's corner: enemy minus own"},
		home:         {Name: "home", Doc: "lead in pieces in the goal"},
		deep:         {Name: "deep", Doc: "lead in columns and rows that the pieces at home have gone in from the goal's rim"},
		campOwn:      {Name: "camp_own", Doc: "own pieces still in their camp"},
		campEnemy:    {Name: "camp_enemy", Doc: "enemy pieces still in their camp, where they hold own goal squares"},
		blocked:      {Name: "blocked", Doc: "empty goal squares with no empty square next to them: enemy minus own"},
		aside:        {Name: "aside", Doc: "columns off the diagonal between the corners, summed over the pieces: enemy minus own"},
		centre:       {Name: "centre", Doc: "lead in pieces on the middle 6x6 squares"},
		cohesion:     {Name: "cohesion", Doc: "lead in pairs of own pieces next to each other"},
		lone:         {Name: "lone", Doc: "pieces with no piece of either colour next to them: enemy minus own"},
		shut:         {Name: "shut", Doc: "pieces with no empty square next to them: enemy minus own"},
		past:         {Name: "past", Doc: "lead in pieces that have passed all enemy pieces"},
		jumps:        {Name: "jumps", Doc: "lead in ends of chains of jumps, summed over the pieces that are not home"},
		jumpsForward: {Name: "jumps_forward", Doc: "lead in those ends that are nearer to the goal's corner"},
		longestOwn:   {Name: "longest_own", Doc: "the most columns and rows that one own chain of jumps gains"},
		longestEnemy: {Name: "longest_enemy", Doc: "the most columns and rows that one enemy chain of jumps gains"},
		rungs:        {Name: "rungs", Doc: "lead in single jumps towards the goal, the rungs of ladders"},
	}
	for i := range list {
		list[i].Scale = scales[i]
	}
	return features.Set[halma.State]{Game: "halma", List: list, Extract: Extract, Part: extractPart, Progress: Progress, Hints: hints(), Length: length()}
}

// scales holds the standard deviation of each feature.
var scales = [total]float64{
	distance: 30.8, distanceLate: 445, squared: 818, steps: 19, entry: 16.2, straggler: 1.58,
	front: 1.47, home: 2.15, deep: 6.25, campOwn: 2.92, campEnemy: 2.77, blocked: .334,
	aside: 14.8, centre: 2.34, cohesion: 6.38, lone: 2.24, shut: 1.18, past: 2.57,
	jumps: 23.3, jumpsForward: 12.1, longestOwn: 4.08, longestEnemy: 3.97, rungs: 2.36,
}
