package halma

import (
	"time"

	"evolab/game"
	"evolab/game/halma"
)

const (
	// MostWidth is the largest width of a beam, in positions.
	MostWidth = 256
	// MostMoves is the longest plan.
	MostMoves = 80

	mostCandidates = MostWidth * 160
	mostCost       = 1 << 14 // more than 19 pieces in the far corner
)

// Planner looks for short plans by a beam search over the moves of one side,
// with the enemy's pieces standing still: of all positions after so many own
// moves it keeps the cheapest ones (Lowerre, "The HARPY speech recognition
// system", 1976). Its memory is allocated once.
type Planner struct {
	// Nodes counts the moves that were played, since the planner was made.
	Nodes uint64

	states   [2][]halma.State // of this level and of the next one
	costs    [2][]int32
	n        int // positions of this level
	parents  [MostMoves + 1][]uint8
	moves    [MostMoves + 1][]game.Move
	open     []candidate
	sorted   []int32
	counts   [mostCost + 1]int32
	known    []uint64 // hashes of the next level, open addressing; 0: free
	legal    []game.Move
	plan     [MostMoves]game.Move
	deadline time.Duration // on the clock; 0: none
	clock    func() time.Duration
}

// candidate is a move from a position of this level.
type candidate struct {
	move   game.Move
	cost   int32
	parent int32
}

// NewPlanner makes a planner. The clock is only read where there is a deadline.
func NewPlanner(clock func() time.Duration) *Planner {
	p := &Planner{clock: clock}
	for i := range p.states {
		p.states[i] = make([]halma.State, MostWidth)
		p.costs[i] = make([]int32, MostWidth)
	}
	for i := range p.parents {
		p.parents[i] = make([]uint8, MostWidth)
		p.moves[i] = make([]game.Move, MostWidth)
	}
	p.open = make([]candidate, 0, mostCandidates)
	p.sorted = make([]int32, mostCandidates)
	p.known = make([]uint64, 4*MostWidth)
	p.legal = make([]game.Move, 0, 512)
	return p
}

// Plan returns the own moves that fill the goal of the side to move, if the
// enemy's pieces stay where they are, or nil if it finds none within most moves.
// The result is valid until the next call. A shorter plan may exist: a wider beam
// finds better ones.
func (p *Planner) Plan(s *halma.State, width, most int) []game.Move {
	width, most = min(max(width, 1), MostWidth), min(most, MostMoves)
	p.states[0][0], p.costs[0][0], p.n = *s, total(s), 1
	for level := 0; level < most; level++ {
		if !p.expand(level & 1) {
			return nil
		}
		if at := p.choose(level, width); at >= 0 {
			for i := level + 1; i > 0; i-- { // backwards from the end of the plan
				p.plan[i-1] = p.moves[i][at]
				at = int(p.parents[i][at])
			}
			return p.plan[:level+1]
		}
		if p.n == 0 {
			return nil
		}
	}
	return nil
}

// lookInterval is the number of positions whose moves are listed between two
// readings of the clock.
//
//ship:warming 4
const lookInterval = 16 //ship:slow 1

// expand lists the moves of all positions of a level; false if there is no time
// for that.
func (p *Planner) expand(at int) bool {
	p.open = p.open[:0]
	for i := 0; i < p.n; i++ {
		if i%lookInterval == 0 && p.deadline > 0 && p.clock() >= p.deadline {
			return false
		}
		s := &p.states[at][i]
		p.legal = s.Moves(p.legal[:0])
		worth := &worths[s.Turn()&1]
		for _, m := range p.legal {
			if len(p.open) == mostCandidates {
				return true
			}
			cost := p.costs[at][i] - worth[m&0xff] + worth[m>>16&0xff]
			p.open = append(p.open, candidate{m, cost, int32(i)})
		}
	}
	return true
}

// choose fills the next level with the results of the cheapest moves, no position
// twice, and returns the place of one that wins, or -1.
func (p *Planner) choose(level, width int) int {
	p.sort()
	for i := range p.known {
		p.known[i] = 0
	}
	at := level & 1
	next, costs := p.states[at^1], p.costs[at^1]
	n := 0
	for _, i := range p.sorted[:len(p.open)] {
		c := &p.open[i]
		child := &next[n]
		p.states[at][c.parent].Play(c.move, child)
		p.Nodes++
		if !p.fresh(child.Hash()) {
			continue
		}
		p.parents[level+1][n], p.moves[level+1][n] = uint8(c.parent), c.move
		if won(child) {
			return n
		}
		child.Skip(child)
		costs[n] = c.cost
		n++
		if n == width {
			break
		}
	}
	p.n = n
	return -1
}

// sort orders the candidates by cost, those of equal cost as they were listed.
func (p *Planner) sort() {
	for i := range p.counts {
		p.counts[i] = 0
	}
	for i := range p.open {
		p.counts[p.open[i].cost+1]++
	}
	for i := 1; i <= mostCost; i++ {
		p.counts[i] += p.counts[i-1]
	}
	for i := range p.open {
		place := &p.counts[p.open[i].cost]
		p.sorted[*place] = int32(i)
		*place++
	}
}

// fresh enters a hash and reports whether it was new.
func (p *Planner) fresh(hash uint64) bool {
	mask := uint64(len(p.known) - 1)
	hash |= 1 // 0 is a free place
	for i := hash >> 32; ; i++ {
		switch p.known[i&mask] {
		case 0:
			p.known[i&mask] = hash
			return true
		case hash:
			return false
		}
	}
}

// won reports whether the side that moved last has filled its goal.
func won(s *halma.State) bool {
	side := s.Turn() ^ 1
	missing := halma.Goal(side).Without(s.Own().Or(s.Opp()))
	return missing.Empty()
}

// certain reports whether the enemy cannot disturb a plan of the side to move:
// every move ends in the goal and only touches squares and own pieces there or
// its own start. The goal is the enemy's camp: the enemy must have left it, and under
// the addendum cannot come back.
func certain(s *halma.State, plan []game.Move) bool {
	goal, own := halma.Goal(s.Turn()), s.Own()
	held := goal.And(s.Opp())
	if s.Rules() != halma.Addendum || !held.Empty() {
		return false
	}
	for _, m := range plan {
		from, to := m.From()&0xff, m.To()&0xff
		if !goal.Has(to) || !halma.Adjacent(from, to) && !jumpsWithin(&goal, &own, from, to) {
			return false
		}
		var lifted halma.Board
		lifted.Set(from)
		own = own.Without(lifted)
		own.Set(to)
	}
	return true
}

// jumpsWithin reports whether a chain of jumps over own pieces leads from one
// square to another without landing anywhere but on the squares of a camp.
func jumpsWithin(camp, own *halma.Board, from, to int) bool {
	var seen, lifted halma.Board
	lifted.Set(from)
	over := own.Without(lifted)
	var list [halma.Pieces + 1]int
	list[0] = from
	for i, n := 0, 1; i < n; i++ {
		for d := range around {
			x, y := list[i]%halma.Size+around[d][0], list[i]/halma.Size+around[d][1]
			x2, y2 := x+around[d][0], y+around[d][1]
			if x2 < 0 || x2 >= halma.Size || y2 < 0 || y2 >= halma.Size {
				continue
			}
			end := halma.Size*y2 + x2
			if !over.Has(halma.Size*y+x) || over.Has(end) || !camp.Has(end) || seen.Has(end) {
				continue
			}
			if end == to {
				return true
			}
			seen.Set(end)
			list[n] = end
			n++
		}
	}
	return false
}

// around holds the eight directions as columns and rows.
var around = [8][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}
