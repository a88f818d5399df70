package doctor

import "time"

// sides is the number of games that are played in any case: the first ones, one
// for each side.
const sides = 2

// reserve is what is kept for the checks after a game.
func (p *plan) reserve(game int) (t time.Duration) {
	if game == 0 {
		t = p.openers() * p.opening
	}
	for i := game + 1; i < min(sides, len(p.course.Games)); i++ {
		t += leastMoves * p.opening
	}
	return t
}

// needs is the clock under which a program comes through a game.
func (p *plan) needs() time.Duration {
	const slack = 2 // games last longer than usual, and moves late in them cost more
	return time.Duration(slack * float64(p.fixed()) * float64(p.course.Moves))
}

// fixed is what a move takes however little time there is. A program that shares
// out its clock takes less under a shorter one; what would be left under none at
// all is fixed, such as its start.
func (p *plan) fixed() time.Duration {
	if p.plies < measured || p.first.told <= p.brief.told || p.first.cpu <= p.brief.cpu {
		return p.shortest
	}
	slope := float64(p.first.cpu-p.brief.cpu) / float64(p.first.told-p.brief.told)
	rest := p.brief.cpu - time.Duration(slope*float64(p.brief.told))
	return min(p.shortest, max(rest, p.shortest/10))
}

// measured is the number of plies from which on there is a plan.
const measured = 2

// briefly is the clock of the second ply, in which the first position comes
// again.
func (p *plan) briefly() time.Duration { return p.year.Whole / 4 }

// ration is what a game may take.
type ration struct {
	clock   time.Duration // that is told; 0: as the year says
	allowed time.Duration // the game is stopped after that; 0: its clock bounds it
	reserve time.Duration // for what comes after it
}

// ration decides about a game before it begins; false: it is left out.
func (p *plan) ration(game int) (ration, bool) {
	r := ration{reserve: p.reserve(game)}
	share := max(0, p.left()-r.reserve)
	if game >= sides && share < p.whole() {
		return r, false
	}
	p.begun, p.playing, p.inGame = game+1, true, 0
	if game >= sides {
		return r, true
	}
	if !p.timed() {
		r.allowed = max(share, 1)
		return r, true
	}
	if game == 0 && len(p.course.Games) > 1 { // the second is like the first
		share = max(0, p.left()-p.openers()*p.opening) / sides
	}
	share -= share / 10 // the last of a clock is not used up, but nearly so
	if needs := p.needs(); share >= needs {
		r.clock = min(share, max(p.year.Whole, needs))
		return r, true
	}
	r.clock, r.allowed = max(p.year.Whole, min(2*p.needs(), p.course.Whole)), max(share, 1)
	return r, true
}

// timed reports whether the program is told a clock for a whole game.
func (p *plan) timed() bool { return p.course.Told && p.year.Whole > 0 }

// goesOn reports whether a game is played on after so many moves of the program,
// which took so long.
func (p *plan) goesOn(r *ration, moves int, used time.Duration) bool {
	if moves < leastMoves {
		return true
	}
	next := used / time.Duration(moves)
	if r.allowed > 0 && used+next > r.allowed {
		return false
	}
	return p.left() > r.reserve
}

// ended notes how a game came to its end.
func (p *plan) ended(whole bool, used time.Duration) {
	p.playing = false
	if !whole {
		p.cut++
		return
	}
	p.played++
	p.cost += used
}
