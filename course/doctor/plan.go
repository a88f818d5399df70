package doctor

import (
	"fmt"
	"math"
	"time"

	"evolab/course"
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
	course *course.Course
	year   course.Year
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

func newPlan(c *course.Course, y course.Year, budget time.Duration, now func() time.Time) *plan {
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
	for _, ply := range p.course.Exam.Plies {
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
	return time.Duration(p.course.Exam.Moves) * p.opening
}

// all is the wall time for everything, at the pace so far, rounded up.
func (p *plan) all() time.Duration {
	game := p.whole()
	if p.timed() {
		game = max(game, p.needs(), p.year.Whole) * 10 / 9
	}
	work := time.Duration(len(p.course.Exam.Plies)+int(p.openers()))*p.opening + time.Duration(len(p.course.Exam.Games))*game
	if passed := p.now().Sub(p.began); p.cpu > 0 && passed > p.cpu {
		work = time.Duration(float64(work) * passed.Seconds() / p.cpu.Seconds())
	}
	const round = 10.0
	return time.Duration(math.Ceil(1.1*work.Seconds()/round)*round) * time.Second
}

// missing is the number of games that were left out or stopped.
func (p *plan) missing() int { return len(p.course.Exam.Games) - p.played }

// sides is the number of games that are always played: the first ones, one for each
// side.
const sides = 2

// reserve is the time kept for the checks after a game.
func (p *plan) reserve(game int) (t time.Duration) {
	if game == 0 {
		t = p.openers() * p.opening
	}
	for i := game + 1; i < min(sides, len(p.course.Exam.Games)); i++ {
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
	return time.Duration(slack * float64(fixed) * float64(p.course.Exam.Moves))
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
	if game == 0 && len(p.course.Exam.Games) > 1 { // the second needs as much
		share = max(0, p.left()-p.openers()*p.opening) / sides
	}
	share -= share / 10 // programs use up nearly all of a clock
	if needs := p.needs(); share >= needs {
		r.clock = min(share, max(p.year.Whole, needs))
		return r, true
	}
	r.clock, r.allowed = max(p.year.Whole, min(2*p.needs(), p.course.GameClock())), max(share, 1)
	return r, true
}

// timed reports whether the program is told a clock for a whole game.
func (p *plan) timed() bool { return p.course.GameClock() > 0 && p.year.Whole > 0 }

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

// Progress is the progress of an examination.
type Progress struct {
	Done, Plies int    // of the program; Plies is an estimate
	Plan        string // describes the rest, once it is known
}

// expected estimates the number of plies of the whole examination.
func (p *plan) expected() int {
	n := p.plies + max(0, len(p.course.Exam.Plies)-p.plies)
	if p.playing {
		n += max(0, p.moves()-p.inGame)
	}
	if p.begun == 0 || p.begun == 1 && p.playing {
		n += int(p.openers())
	}
	for range max(0, min(sides, len(p.course.Exam.Games))-p.begun) {
		n += p.moves()
	}
	return n
}

// moves is how many moves of a game fit into its share.
func (p *plan) moves() int {
	left := p.work
	if p.strict {
		left = p.wall
	}
	left -= time.Duration(len(p.course.Exam.Plies)) * p.opening
	if p.timed() && left/sides >= p.needs() {
		return p.course.Exam.Moves
	}
	return min(p.course.Exam.Moves, max(leastMoves, int(left/sides/max(p.opening, 1))))
}

// words describes the plan once the first moves are measured; "" before, and if it
// takes little time.
func (p *plan) words() string {
	const brief = 5 * time.Second
	n := p.expected()
	work := time.Duration(n) * p.opening
	if p.plies < measured || work < brief {
		return ""
	}
	most := p.work
	if p.strict {
		most = p.wall
	}
	least := time.Duration(len(p.course.Exam.Plies)+sides*leastMoves) * p.opening
	return fmt.Sprintf("a first move takes %.1f s of CPU: %d positions and the games that fit, in about %.0f s on an idle machine",
		p.opening.Seconds(), len(p.course.Exam.Plies), min(work, max(most, least)).Seconds())
}
