package doctor

import "time"

// sides is the number of games that are always played: the first ones, one for each
// side.
const sides = 2

// reserve is the time kept for the checks after a game.
func (p *plan) reserve(game int) (t time.Duration) {
	if game == 0 {
		t = p.openers() * p.opening
	}
	for i := game + 1; i < min(sides, len(p.course.Games)); i++ {
		t += leastMoves * p.opening
	}
	return t
}

// needs is the clock that a program needs for a game: the time that each move takes
// however short the clock is, such as the program's start. It is extrapolated from
// plies with different clocks.
func (p *plan) needs() time.Duration {
	fixed := p.shortest
	if p.plies >= measured && p.first.told > p.brief.told && p.first.cpu > p.brief.cpu {
		slope := float64(p.first.cpu-p.brief.cpu) / float64(p.first.told-p.brief.told)
		rest := p.brief.cpu - time.Duration(slope*float64(p.brief.told))
		fixed = min(p.shortest, max(rest, p.shortest/10))
	}
	const slack = 2 // for long games, and for late moves, which take longer
	return time.Duration(slack * float64(fixed) * float64(p.course.Moves))
}

// measured is the number of plies after which there is a plan.
const measured = 2

// briefly is the clock of the second ply, which repeats the first position.
func (p *plan) briefly() time.Duration { return p.year.Whole / 4 }

// ration is the time of a game.
type ration struct {
	clock   time.Duration // that the program is told; 0: the year's
	allowed time.Duration // the game is stopped after that; 0: its clock bounds it
	reserve time.Duration // for later checks
}

// ration plans a game; false: it is left out.
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
	if game == 0 && len(p.course.Games) > 1 { // the second needs as much
		share = max(0, p.left()-p.openers()*p.opening) / sides
	}
	share -= share / 10 // programs use up nearly all of a clock
	if needs := p.needs(); share >= needs {
		r.clock = min(share, max(p.year.Whole, needs))
		return r, true
	}
	r.clock, r.allowed = max(p.year.Whole, min(2*p.needs(), p.course.Whole)), max(share, 1)
	return r, true
}

// timed reports whether the program is told a clock for a whole game.
func (p *plan) timed() bool { return p.course.Told && p.year.Whole > 0 }

// continues reports whether a game continues after these moves of the program,
// which took this time.
func (p *plan) continues(r *ration, moves int, used time.Duration) bool {
	if moves < leastMoves {
		return true
	}
	next := used / time.Duration(moves)
	if r.allowed > 0 && used+next > r.allowed {
		return false
	}
	return p.left() > r.reserve
}

// ended records the end of a game.
func (p *plan) ended(whole bool, used time.Duration) {
	p.playing = false
	if !whole {
		p.cut++
		return
	}
	p.played++
	p.cost += used
}
