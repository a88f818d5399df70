package player

import (
	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/search/budget"
	"evolab/search/cputime"
	"evolab/search/decide"
)

// engine is what decides a ply of a game, besides its rules.
type engine[S comparable, P game.Position[S], K decide.Knower[S]] struct {
	set   features.Set[S]
	knows K
	// output appends output.txt for a move.
	output func(dst []byte, s *S, m game.Move) []byte
}

// decide chooses the move of a ply, and writes each better move as it is found. The state
// must not be over.
func (g *engine[S, P, K]) decide(d *folder, s *S, ply decide.Ply) error {
	eval, err := frozen.Evaluation(g.set)
	if err != nil {
		return err
	}
	t := decide.New[S, P](eval, g.knows, cputime.Process)
	ply.Allowance.Used = d.used()
	if d.rehearsal() {
		ply.Allowance, ply.Nodes = budget.Allowance{}, d.memory.nodes
	}
	t.Begin(s, ply)
	for more := true; more; {
		more = t.Think()
		d.found = t.Best()
		d.answer = g.output(d.answer[:0], s, d.found.Move)
		if err := d.better(); err != nil {
			return err
		}
	}
	return d.put()
}
