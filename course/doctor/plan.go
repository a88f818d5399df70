package doctor

import (
	"fmt"
	"math"
	"time"

	"evolab/course"
	"evolab/internal/quantity"
)

// The limits of an examination without a budget: CPU time of the program, and wall time
// on a busy machine. With the compiler it takes less than a minute on an idle machine,
// and less than five on a busy one.
const (
	defaultWork = 44 * time.Second
	defaultWall = 200 * time.Second
)

const (
	// mandatoryGames are always played: one on each side.
	mandatoryGames = 2
	// minMoves of the program are always played in a game.
	minMoves = 3
	// pliesBeforePlan must be measured before there is a plan: both are the first
	// position, under different clocks.
	pliesBeforePlan = 2
)

// plan fits the games into the available time, judging by the plies so far. Without a
// budget it never leaves out positions, but plays fewer games, or only their beginnings.
type plan struct {
	course *course.Course
	year   course.Year
	now    func() time.Time
	wall   time.Duration // of everything
	work   time.Duration // CPU time of the program; 0: the wall time alone counts
	strict bool          // never exceed the wall time
	began  time.Time     // zero before the first ply

	cpu      time.Duration // of all plies so far
	shortest time.Duration // of a ply: about what the program needs to start
	opening  time.Duration // the longest ply that begins a game, or the longest of all before such a ply
	opened   bool          // a game has begun
	plies    int
	first    plyCost // of the first position, under the whole clock of a game
	brief    plyCost // of the same position under a shorter clock

	begun   int           // games begun
	playing bool          // the last of these is not over
	inGame  int           // plies of that game
	played  int           // finished games
	cost    time.Duration // CPU time of the finished games
	cut     int           // stopped games
}

func newPlan(c *course.Course, y course.Year, budget time.Duration, now func() time.Time) *plan {
	p := &plan{course: c, year: y, now: now, wall: defaultWall, work: defaultWork}
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

func (p *plan) over() bool { return p.strict && p.now().Sub(p.began) >= p.wall }

// plyCost is the CPU time of a ply, and the limit that input.txt stated.
type plyCost struct{ limit, cpu time.Duration }

func (p *plan) observe(opens bool, limit, cpu time.Duration) {
	p.cpu += cpu
	switch p.plies {
	case 0:
		p.first = plyCost{limit, cpu}
	case 1:
		p.brief = plyCost{limit, cpu}
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

// left is the CPU time left. Wall time is converted at the pace so far: on a busy
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

// openings is the number of plies that begin a new game in an old folder.
func (p *plan) openings() (n time.Duration) {
	for _, ply := range p.course.Exam.Plies {
		if ply.Opens {
			n++
		}
	}
	return n
}

// gameTime is the expected CPU time of a game.
func (p *plan) gameTime() time.Duration {
	if p.played > 0 {
		return p.cost / time.Duration(p.played)
	}
	if p.timed() {
		return max(p.neededClock(), p.year.Whole/2)
	}
	return time.Duration(p.course.Exam.Moves) * p.opening
}

// totalTime is the wall time for everything, at the pace so far, rounded up.
func (p *plan) totalTime() time.Duration {
	game := p.gameTime()
	if p.timed() {
		game = max(game, p.neededClock(), p.year.Whole) * 10 / 9 // budgetGame gives nine tenths of a share
	}
	work := time.Duration(len(p.course.Exam.Plies)+int(p.openings()))*p.opening + time.Duration(len(p.course.Exam.Games))*game
	if passed := p.now().Sub(p.began); p.cpu > 0 && passed > p.cpu {
		work = time.Duration(float64(work) * passed.Seconds() / p.cpu.Seconds())
	}
	const margin, round = 1.1, 10.0
	return time.Duration(math.Ceil(margin*work.Seconds()/round)*round) * time.Second
}

// missing is the number of games that were left out or stopped.
func (p *plan) missing() int { return len(p.course.Exam.Games) - p.played }

// reserve is the time kept for the checks after a game.
func (p *plan) reserve(game int) (t time.Duration) {
	if game == 0 {
		t = p.openings() * p.opening
	}
	for i := game + 1; i < min(mandatoryGames, len(p.course.Exam.Games)); i++ {
		t += minMoves * p.opening
	}
	return t
}

// neededClock is the clock that the program needs for a game: for the time that a move
// takes however short the clock is, such as the program's start. That time is
// extrapolated from the first position under two clocks.
func (p *plan) neededClock() time.Duration {
	fixed := p.shortest
	if p.plies >= pliesBeforePlan && p.first.limit > p.brief.limit && p.first.cpu > p.brief.cpu {
		slope := float64(p.first.cpu-p.brief.cpu) / float64(p.first.limit-p.brief.limit)
		rest := p.brief.cpu - time.Duration(slope*float64(p.brief.limit))
		fixed = min(p.shortest, max(rest, p.shortest/10))
	}
	const slack = 2 // for long games, and for late moves, which take longer
	return time.Duration(slack * float64(fixed) * float64(p.course.Exam.Moves))
}

// shortClock is the clock of the second ply, which repeats the first position.
func (p *plan) shortClock() time.Duration { return p.year.Whole / 4 }

// gameBudget is the time of a game.
type gameBudget struct {
	clock   time.Duration // the program's; 0: the year's
	allowed time.Duration // after which the game is stopped; 0: its clock bounds it
	reserve time.Duration // for later checks
}

// budgetGame gives a game its time; false: the game is left out.
func (p *plan) budgetGame(game int) (gameBudget, bool) {
	r := gameBudget{reserve: p.reserve(game)}
	share := max(0, p.left()-r.reserve)
	if game >= mandatoryGames && share < p.gameTime() {
		return r, false
	}
	p.begun, p.playing, p.inGame = game+1, true, 0
	if game >= mandatoryGames {
		return r, true
	}
	if !p.timed() {
		r.allowed = max(share, 1)
		return r, true
	}
	if game == 0 && len(p.course.Exam.Games) > 1 { // the second needs as much
		share = max(0, p.left()-p.openings()*p.opening) / mandatoryGames
	}
	share -= share / 10 // programs use up nearly all of a clock
	if needs := p.neededClock(); share >= needs {
		r.clock = min(share, max(p.year.Whole, needs))
		return r, true
	}
	r.clock, r.allowed = max(p.year.Whole, min(2*p.neededClock(), p.course.GameClock())), max(share, 1)
	return r, true
}

// timed reports whether the program is told a clock for a whole game.
func (p *plan) timed() bool { return p.course.GameClock() > 0 && p.year.Whole > 0 }

// continues reports whether a game continues after this many moves of the program,
// which took this time.
func (p *plan) continues(r *gameBudget, moves int, used time.Duration) bool {
	if moves < minMoves {
		return true
	}
	next := used / time.Duration(moves)
	if r.allowed > 0 && used+next > r.allowed {
		return false
	}
	return p.left() > r.reserve
}

func (p *plan) finishGame(whole bool, used time.Duration) {
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
		n += max(0, p.plannedMoves()-p.inGame)
	}
	if p.begun == 0 || p.begun == 1 && p.playing {
		n += int(p.openings())
	}
	for range max(0, min(mandatoryGames, len(p.course.Exam.Games))-p.begun) {
		n += p.plannedMoves()
	}
	return n
}

// plannedMoves is how many moves of a game fit into its share.
func (p *plan) plannedMoves() int {
	left := p.work
	if p.strict {
		left = p.wall
	}
	left -= time.Duration(len(p.course.Exam.Plies)) * p.opening
	if p.timed() && left/mandatoryGames >= p.neededClock() {
		return p.course.Exam.Moves
	}
	return min(p.course.Exam.Moves, max(minMoves, int(left/mandatoryGames/max(p.opening, 1))))
}

// describe puts the plan into words; "" before it is known, and if it takes little time.
func (p *plan) describe() string {
	const brief = 5 * time.Second
	n := p.expected()
	work := time.Duration(n) * p.opening
	if p.plies < pliesBeforePlan || work < brief {
		return ""
	}
	most := p.work
	if p.strict {
		most = p.wall
	}
	least := time.Duration(len(p.course.Exam.Plies)+mandatoryGames*minMoves) * p.opening
	return fmt.Sprintf("a first move takes %.1f s of CPU: %s and the games that fit, in about %.0f s on an idle machine",
		p.opening.Seconds(), quantity.Of(len(p.course.Exam.Plies), "position"), min(work, max(most, least)).Seconds())
}
