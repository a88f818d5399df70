package proof

import (
	"context"
	"fmt"
	"math/bits"
	"time"

	"evolab/game"
	rules "evolab/game/littlego"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/search/littlego"
)

// Prover finds out who wins. It is for one goroutine.
type Prover struct {
	options Options
	solver  *littlego.Solver
	facts   *facts
	context context.Context
	began   time.Time
	cpu     time.Duration // of the process, when the prover was made
	next    time.Time     // when to report again
	path    []branch
	first   float64 // the first fraction that is not known from the checkpoint
	err     error   // what stopped the solver
}

// branch is how far a proof has come among the children of a position.
type branch struct{ at, of int }

// keepLeft is the least number of plies left with which the solver's findings are
// kept: with fewer, the checkpoint of a long proof would grow by thousands of lines a
// second. Of a shorter proof the first plies are kept, down to keepLeast.
const keepLeft = 17

// NewProver opens the checkpoint and makes the table.
func NewProver(ctx context.Context, o Options) (*Prover, error) {
	if o.Every == 0 {
		o.Every = time.Second
	}
	f, err := openFacts(o.Checkpoint)
	if err != nil {
		return nil, err
	}
	p := &Prover{options: o, facts: f, context: ctx, began: time.Now(), cpu: cputime.Process(), first: -1}
	p.newSolver()
	for _, r := range f.known {
		p.solver.Learn(r)
	}
	p.solver.Keep = keepLeft
	p.next = p.began.Add(o.Every)
	return p, nil
}

func (p *Prover) newSolver() {
	words := max(p.options.Memory/8, 1<<10)
	p.solver = littlego.NewSolver(uint(bits.Len64(words))-1, nil)
	p.solver.Meter.Watch = p.watch
}

// Close ends the use of the checkpoint.
func (p *Prover) Close() error { return p.facts.close() }

// Nodes is the number of positions searched by this process.
func (p *Prover) Nodes() uint64 { return p.solver.Nodes }

// Known is the number of positions whose values are kept.
func (p *Prover) Known() int { return len(p.facts.known) }

// watch is what the solver asks now and then.
func (p *Prover) watch() (stop bool) {
	p.keep()
	if p.err == nil && p.context.Err() != nil {
		p.err = p.context.Err()
	}
	if limit := p.options.Limits.Nodes; p.err == nil && limit > 0 && p.solver.Nodes >= limit {
		p.err = ErrLimit
	}
	if limit := p.options.Limits.Time; p.err == nil && limit > 0 && cputime.Process()-p.cpu >= limit {
		p.err = ErrLimit
	}
	if now := time.Now(); p.options.Report != nil && !now.Before(p.next) {
		p.next = now.Add(p.options.Every)
		p.options.Report(Progress{
			Nodes: p.solver.Nodes, Proven: len(p.facts.known), Done: p.done(), Began: max(p.first, 0), Spent: now.Sub(p.began),
		})
	}
	return p.err != nil
}

// keep takes over what the solver has found.
func (p *Prover) keep() {
	for _, r := range p.solver.Found {
		if err := p.facts.add(r); err != nil && p.err == nil {
			p.err = err
		}
	}
	p.solver.Found = p.solver.Found[:0]
}

// done is the part of the tree to the left of where the proof is.
func (p *Prover) done() float64 {
	done, share := 0.0, 1.0
	for _, b := range p.path {
		share /= float64(b.of)
		done += share * float64(b.at)
	}
	return done
}

// Win returns a move that wins, or NoMove when the position is lost. An error
// other than ErrLimit and the context's is that of the checkpoint.
func (p *Prover) Win(s *rules.State) (game.Move, error) {
	if r, known := p.facts.known[littlego.KeyOf(s)]; known {
		if m := r.Move(s); m != game.NoMove || !r.Won() {
			return m, nil
		}
		return game.NoMove, fmt.Errorf("proof: the checkpoint's move for %s is not legal", rules.Rules().Format(s))
	}
	if p.first < 0 {
		p.first = p.done()
	}
	m, won, known := p.solver.Wins(s, search.Limits{})
	p.keep()
	if !known || p.err != nil {
		return game.NoMove, p.err
	}
	if !won {
		m = game.NoMove
	}
	return m, p.facts.add(littlego.Recorded(s, m))
}

// Winning returns the moves that win, in board order.
func (p *Prover) Winning(s *rules.State) ([]game.Move, error) {
	const keepPlies = 3
	const keepLeast = 13
	p.solver.Keep = max(keepLeast, min(keepLeft, rules.LastPly-s.Ply()-keepPlies))
	all := s.Moves(nil)
	winning := []game.Move{}
	defer func() { p.path = p.path[:0] }()
	for i, m := range all {
		p.path = append(p.path[:0], branch{i, len(all)})
		var after rules.State
		s.Play(m, &after)
		if o := after.Outcome(); o.Over() {
			if o.Result == game.Win(s.Turn()) {
				winning = append(winning, m)
			}
			continue
		}
		answer, err := p.Win(&after)
		if err != nil {
			return nil, err
		}
		if answer == game.NoMove {
			winning = append(winning, m)
		}
	}
	return winning, nil
}
