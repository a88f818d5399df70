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
	// Nodes stand in for a clock's time, so that a ply can be played again; 0:
	// the time counts.
	Nodes uint64
	// Stake is the time that the move may take, if that is more than the clock
	// allows, to prove a win that could be lost otherwise; Rest is what the move
	// has after a proof that failed, if that is more than is left.
	Stake, Rest time.Duration
	Cycles      think.Cycles
}

// winShare is the part of a time that the proof of a win may take, in eighths.
const winShare = 7

// stake is what the proof of a win may take: nothing but for a clock, since a
// player's own limits are meant for its search.
func (p *Ply) stake() search.Limits {
	if !p.Limits.None() {
		return search.Limits{}
	}
	if p.Nodes > 0 {
		return search.Limits{Nodes: p.Nodes / 8 * winShare}
	}
	a := p.Allowance
	if a.Move > 0 {
		a.Move = max(a.Move, p.Stake)
	}
	return search.Limits{Time: a.Hard() / 8 * winShare}
}

// own is the player's limits, and in nodes also its clock's.
func (p *Ply) own() search.Limits {
	limits := p.Limits
	if p.Nodes > 0 && (limits.Nodes == 0 || p.Nodes < limits.Nodes) {
		limits.Nodes = p.Nodes
	}
	return limits
}

// bound is what may be spent now on anything but the search, which asks its
// budget itself.
func (p *Ply) bound() search.Limits {
	limits := p.own()
	if hard := p.Allowance.Hard(); limits.Time == 0 || hard > 0 && hard < limits.Time {
		limits.Time = hard
	}
	return limits
}

// timed reports whether time is limited.
func (p *Ply) timed() bool { return p.Limits.Time > 0 || p.Allowance.Limited() }

// spend takes off what an attempt took. Half of the nodes are left to the search
// in any case.
func (p *Ply) spend(took time.Duration, nodes uint64) {
	p.Allowance.Used += took
	if p.Limits.Time > 0 {
		p.Limits.Time = max(p.Limits.Time-took, 1)
	}
	p.Limits.Nodes -= min(p.Limits.Nodes/2, nodes)
	p.Nodes -= min(p.Nodes/2, nodes)
}
