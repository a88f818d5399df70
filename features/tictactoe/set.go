package tictactoe

import (
	"evolab/features"
	"evolab/game/tictactoe"
)

// The features, in the order of the vector. "Lead" means own minus enemy.
const (
	linesOpen = iota
	linesOne
	threatsOwn
	threatsEnemy
	forksOwn
	forksEnemy
	centre
	corners
	edges
	opposite
	count
)

// Set is the features of tic-tac-toe. The scales were measured on positions
// from random games (TestScales measures them again).
func Set() features.Set[tictactoe.State] {
	list := []features.Feature{
		linesOpen:    {Name: "lines_open", Doc: "lead in lines that hold no mark of the other side"},
		linesOne:     {Name: "lines_one", Doc: "lead in lines with one own mark and two empty squares"},
		threatsOwn:   {Name: "threats_own", Doc: "lines with two own marks and an empty square: a win at once"},
		threatsEnemy: {Name: "threats_enemy", Doc: "lines with two enemy marks and an empty square"},
		forksOwn:     {Name: "forks_own", Doc: "empty squares where an own mark makes two threats"},
		forksEnemy:   {Name: "forks_enemy", Doc: "empty squares where an enemy mark makes two threats"},
		centre:       {Name: "centre", Doc: "+1 for an own mark in the centre, -1 for an enemy one"},
		corners:      {Name: "corners", Doc: "lead in marks in the corners"},
		edges:        {Name: "edges", Doc: "lead in marks on the edges between the corners"},
		opposite:     {Name: "opposite", Doc: "lead in pairs of opposite corners"},
	}
	for i := range list {
		list[i].Scale = scales[i]
	}
	return features.Set[tictactoe.State]{Game: "tictactoe", List: list, Extract: Extract}
}

// scales holds the standard deviation of each feature.
var scales = [count]float64{
	linesOpen: 1.43, linesOne: 1.43, threatsOwn: .568, threatsEnemy: .731, forksOwn: .932,
	forksEnemy: 1.44, centre: .648, corners: 1, edges: 1, opposite: .374,
}
