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

// list holds the features. The scales were measured on positions from random
// games (TestScales measures them again).
var list = []features.Feature{
	linesOpen:    {Name: "lines_open", Scale: 1.43, Doc: "lead in lines that hold no mark of the other side"},
	linesOne:     {Name: "lines_one", Scale: 1.43, Doc: "lead in lines with one own mark and two empty squares"},
	threatsOwn:   {Name: "threats_own", Scale: .568, Doc: "lines with two own marks and an empty square: a win at once"},
	threatsEnemy: {Name: "threats_enemy", Scale: .731, Doc: "lines with two enemy marks and an empty square"},
	forksOwn:     {Name: "forks_own", Scale: .932, Doc: "empty squares where an own mark makes two threats"},
	forksEnemy:   {Name: "forks_enemy", Scale: 1.44, Doc: "empty squares where an enemy mark makes two threats"},
	centre:       {Name: "centre", Scale: .648, Doc: "+1 for an own mark in the centre, -1 for an enemy one"},
	corners:      {Name: "corners", Scale: 1, Doc: "lead in marks in the corners"},
	edges:        {Name: "edges", Scale: 1, Doc: "lead in marks on the edges between the corners"},
	opposite:     {Name: "opposite", Scale: .374, Doc: "lead in pairs of opposite corners"},
}

// Set returns the features of tic-tac-toe.
func Set() features.Set[tictactoe.State] {
	return features.Set[tictactoe.State]{Game: "tictactoe", List: list, Extract: Extract, Show: show}
}
