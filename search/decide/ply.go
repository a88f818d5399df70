package decide

import (
	"time"

	"evolab/search"
	"evolab/search/budget"
	"evolab/search/think"
)

// Ply is what a player may spend on one ply, and what it remembers of the game.
type Ply struct {
	Limits    search.Limits    // the player's own
	Allowance budget.Allowance // its clock's
	// Nodes replaces the clock's time, so that a ply can be repeated exactly; 0: the
	// time counts.
	Nodes uint64
	// ProofTime is the time that the move may take, if that is more than the clock
	// allows, to prove a win that could be lost otherwise; AfterProof is what the move
	// has after a proof that it is lost, if that is more than is left.
	ProofTime, AfterProof time.Duration
	Cycles                think.Cycles
}

// proofBudget is what the guess and the proof of a win may take: nearly all of the clock's time
// or nodes, or of a time that is meant for it; and nothing if the player has limits of its own,
// which are meant for its search.
func (p *Ply) proofBudget() search.Limits {
	if !p.Limits.None() {
		return search.Limits{}
	}
	if p.Nodes > 0 {
		return search.Limits{Nodes: p.Nodes / 8 * 7}
	}
	a := p.Allowance
	if a.Move > 0 {
		a.Move = max(a.Move, p.ProofTime)
	}
	return search.Limits{Time: a.Hard() / 8 * 7}
}

// own is the player's limits, or the clock's nodes where those are fewer.
func (p *Ply) own() search.Limits {
	limits := p.Limits
	if p.Nodes > 0 && (limits.Nodes == 0 || p.Nodes < limits.Nodes) {
		limits.Nodes = p.Nodes
	}
	return limits
}

// spend deducts what an attempt took, but at most half of the nodes: the others are
// left to the search.
func (p *Ply) spend(took time.Duration, nodes uint64) {
	p.Allowance.Used += took
	if p.Limits.Time > 0 {
		p.Limits.Time = max(p.Limits.Time-took, 1)
	}
	p.Limits.Nodes -= min(p.Limits.Nodes/2, nodes)
	p.Nodes -= min(p.Nodes/2, nodes)
}
