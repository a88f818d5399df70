// Package tictactoe holds the evaluation features of tic-tac-toe, the weights
// that were set by hand, and what the baselines look at.
package tictactoe

import (
	"evolab/features"
	"evolab/features/pattern"
	"evolab/game"
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

// Hand is a set of weights chosen by hand, before any tuning: a win at once
// first, then not letting the enemy have one, forks, and open lines.
func Hand() features.Weights {
	return features.Weights{
		Game:     "tictactoe",
		Features: []string{"threats_own", "threats_enemy", "forks_own", "forks_enemy", "lines_open", "centre", "corners"},
		Values:   []float64{1, -.6, .5, -.3, .3, .2, .1},
		Source:   "set by hand",
	}
}

// Tactics is what the tic-tac-toe baselines look at: what the lines that are
// still open are worth.
func Tactics() features.Tactics[tictactoe.State] {
	return features.Tactics[tictactoe.State]{
		Gain: func(s *tictactoe.State, m game.Move) int {
			var after tictactoe.State
			s.Play(m, &after)
			return material(&after, s.Turn()) - material(s, s.Turn())
		},
		Leaf:     material,
		Material: material,
		Centre: func(m game.Move) int {
			r, c := m.To()/tictactoe.Size-1, m.To()%tictactoe.Size-1
			return r*r + c*c
		},
		// The turn follows from the marks, so a side cannot pass.
		Skip: func(_, _ *tictactoe.State) bool { return false },
	}
}

func material(s *tictactoe.State, side game.Side) int {
	own, enemy := s.Own(), s.Opp()
	if s.Turn() != side {
		own, enemy = enemy, own
	}
	return worth(own, enemy) - worth(enemy, own)
}

// worth is what the lines without enemy marks are worth: a full line outweighs
// any number of threats, a threat any number of single marks.
func worth(side, other tictactoe.Board) int {
	n := countLines(side, other)
	sum := int(n.one + 10*n.two)
	if side.HasLine() {
		sum += 100
	}
	return sum
}

// Geometry is the board, which has no direction.
func Geometry(string) (pattern.Geometry, error) {
	const size = tictactoe.Size
	return pattern.Geometry{
		Rows: size, Cols: size, Planes: 2, Chunks: 1, Width: size * size, Views: 1,
		Place:      func(_, row, col int) int { return size*row + col },
		Symmetries: pattern.AllSymmetries(),
	}, nil
}

// show hands the marks to patterns, all squares in one chunk.
func show(s *tictactoe.State, c *features.Chunks) {
	c.At[0] = uint32(s.Own())
	c.At[1] = uint32(s.Opp())
}
