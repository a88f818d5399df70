package experiment

import (
	"fmt"
	"strconv"

	"evolab/agent"
	"evolab/features"
)

// Look is how far candidates look ahead: Depth plies, or as far as Nodes allow. One
// of the two is 0.
type Look struct {
	Depth int // plies
	// Endgame is the depth of the second phase, 0 if that is Depth too.
	Endgame int
	Nodes   int // moves played in the tree, a move
}

// Look combines the keys depth and nodes.
func (p Player) Look() Look {
	if p.Nodes > 0 {
		return Look{Nodes: p.Nodes}
	}
	return Look{Depth: p.Depth, Endgame: p.EndgameDepth}
}

// Spec is the agent that plays with weights as candidates do. It has no book, whose
// moves would say nothing about the weights.
func (l Look) Spec(w features.Weights) agent.Spec {
	spec := agent.Spec{Name: "frozen", Weights: w}.With("ties", "random")
	if l.Nodes > 0 {
		return spec.With("nodes", strconv.Itoa(l.Nodes)).With("book", "off")
	}
	spec = spec.With("depth", strconv.Itoa(l.Depth))
	if l.Endgame > 0 {
		spec = spec.With("endgame_depth", strconv.Itoa(l.Endgame))
	}
	return spec
}

// String is how texts describe it.
func (l Look) String() string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("%d nodes a move", l.Nodes)
	case l.Depth == 0: // a program
		return "its own depth"
	}
	if l.Endgame > 0 {
		return fmt.Sprintf("depth %d, and %d in the endgame", l.Depth, l.Endgame)
	}
	return fmt.Sprintf("depth %d", l.Depth)
}

// Ahead completes "an evaluation that looks ...".
func (l Look) Ahead() string {
	switch {
	case l.Nodes > 0:
		return fmt.Sprintf("%d nodes a move ahead", l.Nodes)
	case l.Endgame > 0:
		return Look{Depth: l.Depth}.Ahead() + fmt.Sprintf(", and %d in the endgame", l.Endgame)
	case l.Depth == 1:
		return "1 ply ahead"
	}
	return fmt.Sprintf("%d plies ahead", l.Depth)
}
