package doctor

import (
	"math"
	"time"
)

// By default an examination takes at most this CPU time of the program, and this
// wall time on a busy machine: with a compiler less than a minute on an idle
// machine, less than five on a busy one.
const (
	usualWork = 44 * time.Second
	usualWall = 200 * time.Second
)

// leastMoves is how many moves of a game are always played.
const leastMoves = 3

// plan fits the games into the available time, by the time of earlier plies. Without
// a budget it never leaves out positions: there are fewer games, or only their
// beginnings.
type plan struct {
	course *Course
	year   Year
	now    func() time.Time
	wall   time.Duration // of everything
	work   time.Duration // CPU time of the program; 0: the wall time alone counts
	strict bool          // never exceed the wall time
	began  time.Time     // zero before the first ply

	cpu      time.Duration // of all plies so far
	shortest time.Duration // ply: about the program's start
	opening  time.Duration // the longest ply that begins a game, or of all without such a ply
	opened   bool
	plies    int
	first    answered // under the whole clock of a game
	brief    answered // the same position under a shorter clock

	begun   int           // games
	playing bool          // the last of these is not over
	inGame  int           // its plies
	played  int           // finished games
	cost    time.Duration // of these
	cut     int           // stopped games
}

func newPlan(c *Course, y Year, budget time.Duration, now func() time.Time) *plan {
	p := &plan{course: c, year: y, now: now, wall: usualWall, work: usualWork}
	if budget > 0 {
		p.wall, p.work, p.strict = budget, 0, true
	}
	return p
}

// start starts the clock once.
func (p *plan) start() {
	if p.began.IsZero() {
		p.began = p.now()
	}
}

// over reports whether the budget is used up.
func (p *plan) over() bool { return p.strict && p.now().Sub(p.began) >= p.wall }

// answered is the clock and the CPU time of a ply.
type answered struct{ told, cpu time.Duration }

// note learns from a ply. The first two plies have the same position.
func (p *plan) note(opens bool, told, cpu time.Duration) {
	p.cpu += cpu
	switch p.plies {
	case 0:
		p.first = answered{told, cpu}
	case 1:
		p.brief = answered{told, cpu}
	}
	if p.plies == 0 || cpu < p.shortest {
		p.shortest = cpu
	}
	if opens == p.opened {
		p.opening = max(p.opening, cpu)
	} else if opens {
		p.opened, p.opening = true, cpu
	}
	p.plies++
	p.inGame++
}

// left is the CPU time left. It converts wall time at the pace so far: on a busy
// machine a second of CPU takes several.
func (p *plan) left() time.Duration {
	passed := p.now().Sub(p.began)
	left := p.wall - passed
	if passed > 0 && p.cpu > 0 {
		left = time.Duration(float64(left) * min(1, p.cpu.Seconds()/passed.Seconds()))
	}
	if p.work > 0 {
		left = min(left, p.work-p.cpu)
	}
	return max(0, left)
}

// openers is the number of plies that begin a new game in an old folder.
func (p *plan) openers() (n time.Duration) {
	for _, ply := range p.course.Plies {
		if ply.Opens {
			n++
		}
	}
	return n
}

// whole is the expected time of a game.
func (p *plan) whole() time.Duration {
	if p.played > 0 {
		return p.cost / time.Duration(p.played)
	}
	if p.timed() {
		return max(p.needs(), p.year.Whole/2)
	}
	return time.Duration(p.course.Moves) * p.opening
}

// all is the wall time for everything, at the pace so far, rounded up.
func (p *plan) all() time.Duration {
	game := p.whole()
	if p.timed() {
		game = max(game, p.needs(), p.year.Whole) * 10 / 9
	}
	work := time.Duration(len(p.course.Plies)+int(p.openers()))*p.opening + time.Duration(len(p.course.Games))*game
	if passed := p.now().Sub(p.began); p.cpu > 0 && passed > p.cpu {
		work = time.Duration(float64(work) * passed.Seconds() / p.cpu.Seconds())
	}
	const round = 10.0
	return time.Duration(math.Ceil(1.1*work.Seconds()/round)*round) * time.Second
}

// missing is the number of games that were left out or stopped.
func (p *plan) missing() int { return len(p.course.Games) - p.played }
