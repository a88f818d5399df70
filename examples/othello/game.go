package main

import (
	"evolab/agent"
	"evolab/features"
	"evolab/game"
	"evolab/search"
)

// othello is the game as the lab takes it: rules, what an evaluation may look at,
// and what the simple opponents go by.
func othello() agent.Game {
	return agent.Bind[state](agent.Parts[state]{
		Rules: rules(), Set: set(), Tactics: tactics(), Hand: hand(),
		Look: search.Limits{Nodes: 5000},
		Layout: agent.Layout{
			Form: "a square such as d3, or PASS", Short: "a square such as d3, or PASS", Down: true,
			Pieces: [2]string{"X", "O"}, Signs: map[string]string{"X": "black", "O": "white"}, Moves: "a column and a row",
		},
		Speeds: agent.Speeds{Rules: []agent.RulePace{{Perft: 7}, {}}},
	})
}

// The squares that decide games: corners, and those that give them away.
var (
	corners   = at(0, 0) | at(0, 7) | at(7, 0) | at(7, 7)
	diagonals = at(1, 1) | at(1, 6) | at(6, 1) | at(6, 6)
	edges     = (^notLeft | ^notRight | 0xff | 0xff<<56) &^ corners
)

// The features, in the order of the vector.
const (
	lead = iota
	leadLate
	mobility
	frontier
	corner
	beside
	diagonal
	edge
	anchored
	parity
)

// list says what each feature counts; "lead" means own minus the other side's.
// The scales are standard deviations over positions of random games.
var list = []features.Feature{
	lead:     {Name: "discs", Scale: 9.6, Doc: "lead in discs"},
	leadLate: {Name: "discs_late", Scale: 5.6, Doc: "lead in discs, times how far the board is full"},
	mobility: {Name: "mobility", Scale: 4.9, Doc: "lead in squares where a side can place a disc"},
	frontier: {Name: "frontier", Scale: 6.9, Doc: "lead in discs next to an empty square"},
	corner:   {Name: "corners", Scale: .9, Doc: "lead in corners"},
	beside:   {Name: "beside", Scale: .9, Doc: "lead in edge squares next to an empty corner"},
	diagonal: {Name: "diagonal", Scale: .7, Doc: "lead in squares diagonal to an empty corner"},
	edge:     {Name: "edges", Scale: 3.1, Doc: "lead in squares of the edge that are no corners"},
	anchored: {Name: "anchored", Scale: 1.6, Doc: "lead in edge discs in a row with a corner of the same side"},
	parity:   {Name: "parity", Scale: 1, Doc: "1 if the side to move places the last disc when nobody passes"},
}

func set() features.Set[state] {
	return features.Set[state]{
		Game: "othello", List: list, Extract: extract,
		Progress: func(s *state) int { return 1000 * ((s.own | s.opp).count() - 4) / (size*size - 4) },
		Length:   features.Length{At: [5]int{30, 23, 15, 8, 1}},
	}
}

func extract(s *state, v *features.Vector) {
	own, opp := s.own, s.opp
	empty := ^(own | opp)
	more := func(set squares) int32 { return int32((own & set).count() - (opp & set).count()) }
	v[lead] = more(^squares(0))
	v[leadLate] = v[lead] * int32((own | opp).count()) / (size * size)
	v[mobility] = int32(reach(own, opp).count() - reach(opp, own).count())
	v[frontier] = more(empty.near())
	v[corner] = more(corners)
	open := (corners & empty).near()
	v[beside] = more(open & edges)
	v[diagonal] = more(open & diagonals)
	v[edge] = more(edges)
	v[anchored] = int32(anchors(own).count() - anchors(opp).count())
	v[parity] = int32(empty.count() & 1)
}

// anchors are the discs of an edge in an unbroken row from a corner of the same
// side: nothing can turn them over.
func anchors(own squares) squares {
	safe := own & corners
	for range size - 2 {
		for _, direction := range [4]int{0, 1, 2, 3} {
			safe |= safe.step(direction) & own & edges
		}
	}
	return safe &^ corners
}

// hand is weights set by hand, before any tuning.
func hand() features.Weights {
	return features.Weights{
		Game: "othello", Source: "set by hand",
		Features: []string{"mobility", "corners", "diagonal", "discs_late"},
		Values:   []float64{1, 2, -.5, .3},
	}
}

// tactics: the simple opponents want discs, now and later.
func tactics() features.Tactics[state] {
	material := func(s *state, side game.Side) int {
		n := s.own.count() - s.opp.count()
		if s.turn != side {
			return -n
		}
		return n
	}
	return features.Tactics[state]{
		Gain: func(s *state, m game.Move) int {
			if isPass(m) {
				return 0
			}
			return s.flips(m.To()).count()
		},
		Leaf: material, Material: material,
		Centre: func(m game.Move) int { // in half squares
			row, column := 2*(m.To()/size)-size+1, 2*(m.To()%size)-size+1
			return row*row + column*column
		},
		Skip: func(s, dst *state) bool {
			*dst = state{s.opp, s.own, s.turn.Other()}
			return !dst.over()
		},
	}
}
