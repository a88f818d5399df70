package doctor

import (
	"testing"
	"time"

	"evolab/course"
)

// pupil is a program with a known appetite, on a machine with a clock of its own.
type pupil struct {
	start time.Duration                                    // of each ply
	think func(told time.Duration, move int) time.Duration // besides
	moves int                                              // of a game

	now  time.Time
	slow float64 // wall time for a second of CPU
}

// sharesOut is a program that keeps to its clock.
func sharesOut(part int) func(time.Duration, int) time.Duration {
	return func(told time.Duration, _ int) time.Duration { return told / time.Duration(part) }
}

// always is a program that does not look at its clock.
func always(t time.Duration) func(time.Duration, int) time.Duration {
	return func(time.Duration, int) time.Duration { return t }
}

// provesEnds is a program that thinks for as long until it knows the result.
func provesEnds(t time.Duration) func(time.Duration, int) time.Duration {
	return func(_ time.Duration, move int) time.Duration {
		if move > 7 {
			return 0
		}
		return t
	}
}

func (u *pupil) ply(p *plan, opens bool, told time.Duration, move int) time.Duration {
	cpu := u.start + u.think(told, move)
	u.now = u.now.Add(time.Duration(float64(cpu) * u.slow))
	p.observe(opens, told, cpu)
	return cpu
}

// examined plays what a plan asks for, as exam does, and returns the wall time.
// late is the number of checks that a strict plan leaves out.
func (u *pupil) examined(c *course.Course, budget time.Duration) (p *plan, wall time.Duration, late int) {
	u.now = time.Unix(0, 0)
	p = newPlan(c, shortened(c.Years[0]), budget, func() time.Time { return u.now })
	p.start()
	whole := p.year.Whole
	for _, ply := range c.Exam.Plies {
		if p.over() {
			late++
			continue
		}
		told := whole
		if ply.Newline {
			told = p.shortClock()
		}
		u.ply(p, ply.Opens, told, 1)
	}
	for i := range c.Exam.Games {
		if p.over() {
			late++
		} else if r, fits := p.budgetGame(i); fits {
			u.game(p, &r, whole)
		}
		for range p.openings() {
			if i == 0 && !p.over() {
				u.ply(p, true, whole, 1)
			}
		}
	}
	return p, u.now.Sub(time.Unix(0, 0)), late
}

func (u *pupil) game(p *plan, r *gameBudget, whole time.Duration) {
	if r.clock > 0 {
		whole = r.clock
	}
	used := time.Duration(0)
	for move := range u.moves {
		if !p.continues(r, move, used) || p.over() {
			p.finishGame(false, used)
			return
		}
		used += u.ply(p, false, whole-used, move+1)
	}
	p.finishGame(true, used)
}

// Without a budget nothing is left unchecked: both sides are played, with fewer
// and shorter games where the program is slow or the machine busy. The agents
// that are shipped take less than a minute on an idle machine, and less than
// five on a busy one, with what a compiler takes.
func TestPlan(t *testing.T) {
	const ms = time.Millisecond
	for _, c := range []struct {
		name    string
		course  *course.Course
		pupil   pupil
		slow    float64
		longest time.Duration // of wall time
		played  int           // whole games, at least
		cut     int
	}{
		{"instant, idle", find("littlego"), pupil{start: 20 * ms, think: always(0), moves: 12}, 1, 10 * time.Second, 4, 0},
		{"instant, busy", find("littlego"), pupil{start: 20 * ms, think: always(0), moves: 12}, 12, 30 * time.Second, 4, 0},
		{"littlego as shipped, idle", find("littlego"), pupil{start: 100 * ms, think: provesEnds(1700 * ms), moves: 12}, 1, 55 * time.Second, 1, 1},
		{"littlego as shipped, busy", find("littlego"), pupil{start: 100 * ms, think: provesEnds(1700 * ms), moves: 12}, 5, 4 * time.Minute, 0, 2},
		{"littlego at the limit", find("littlego"), pupil{think: always(9 * time.Second), moves: 12}, 1, 4 * time.Minute, 0, 2},
		{"checkers in C++, idle", find("checkers"), pupil{start: 20 * ms, think: sharesOut(25), moves: 25}, 1, 55 * time.Second, 2, 0},
		{"checkers in Python, idle", find("checkers"), pupil{start: 200 * ms, think: sharesOut(30), moves: 25}, 1, 55 * time.Second, 2, 0},
		{"checkers in Python, busy", find("checkers"), pupil{start: 200 * ms, think: sharesOut(30), moves: 25}, 6, 4 * time.Minute, 0, 0},
		{"checkers, a second a move", find("checkers"), pupil{think: always(time.Second), moves: 25}, 1, 55 * time.Second, 0, 2},
		{"halma in C++, idle", find("halma"), pupil{start: 20 * ms, think: sharesOut(15), moves: 75}, 1, 55 * time.Second, 2, 0},
		{"halma in Python, idle", find("halma"), pupil{start: 250 * ms, think: sharesOut(35), moves: 75}, 1, 55 * time.Second, 0, 2},
		{"halma in C++, busy", find("halma"), pupil{start: 20 * ms, think: sharesOut(15), moves: 75}, 6, 4 * time.Minute, 0, 0},
		{"halma in Python, very busy", find("halma"), pupil{start: 250 * ms, think: sharesOut(35), moves: 75}, 10, 5 * time.Minute, 0, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.pupil.slow = c.slow
			p, wall, late := c.pupil.examined(c.course, 0)
			if wall > c.longest || p.played < c.played || p.cut < c.cut || p.played+p.cut < mandatoryGames || late > 0 {
				t.Errorf("%.0f s (want at most %.0f), %d whole games (want %d), %d cut (want %d), %d late; CPU %.0f s",
					wall.Seconds(), c.longest.Seconds(), p.played, c.played, p.cut, c.cut, late, p.cpu.Seconds())
			}
		})
	}
}

// A budget is kept to a ply, and what a plan says is enough for everything is.
func TestPlanWithinABudget(t *testing.T) {
	for _, c := range []*course.Course{find("littlego"), find("checkers"), find("halma")} {
		for _, u := range []pupil{
			{start: 100 * time.Millisecond, think: provesEnds(1700 * time.Millisecond), moves: c.Exam.Moves},
			{start: 20 * time.Millisecond, think: sharesOut(25), moves: c.Exam.Moves},
			{start: 200 * time.Millisecond, think: sharesOut(40), moves: c.Exam.Moves},
			{think: always(100 * time.Millisecond), moves: c.Exam.Moves},
		} {
			if c.Game == "littlego" && u.think(time.Hour, 1) > time.Minute {
				continue // it is not told its time
			}
			for _, slow := range []float64{1, 4} {
				u.slow = slow
				for _, budget := range []time.Duration{time.Second, 5 * time.Second, 20 * time.Second, time.Minute, 3 * time.Minute} {
					p, wall, late := u.examined(c, budget)
					ply := time.Duration(4 * slow * float64(p.opening))
					if wall > budget+ply {
						t.Errorf("%s, budget %v: %v", c.Game, budget, wall)
					}
					if late > 0 && p.cpu > 0 && wall < budget {
						t.Errorf("%s, budget %v: %d late after %v", c.Game, budget, late, wall)
					}
					enough := p.totalTime()
					if q, _, late := u.examined(c, enough); late > 0 || q.missing() > 0 && budget >= time.Minute {
						t.Errorf("%s, start %v, slow %v: budget %v said that %v is enough: %d late, %d of %d games missing", c.Game, u.start, slow, budget, enough, late, q.missing(), len(c.Exam.Games))
					}
				}
			}
		}
	}
}

// The number of plies that is shown is close from the beginning, and never
// falls below those that were played.
func TestExpectedPlies(t *testing.T) {
	for _, c := range []struct {
		course *course.Course
		pupil  pupil
	}{
		{find("littlego"), pupil{start: 20 * time.Millisecond, think: always(0), moves: 12}},
		{find("checkers"), pupil{start: 20 * time.Millisecond, think: sharesOut(25), moves: 25}},
		{find("halma"), pupil{start: 20 * time.Millisecond, think: sharesOut(15), moves: 75}},
	} {
		c.pupil.slow = 1
		p, _, _ := c.pupil.examined(c.course, 0)
		all := len(c.course.Exam.Plies) + 2 + mandatoryGames*c.course.Exam.Moves
		early := newPlan(c.course, shortened(c.course.Years[0]), 0, func() time.Time { return time.Unix(0, 0) })
		early.start()
		early.observe(true, 30*time.Second, c.pupil.start+c.pupil.think(30*time.Second, 1))
		early.observe(false, 7500*time.Millisecond, c.pupil.start+c.pupil.think(7500*time.Millisecond, 1))
		if got := early.expected(); got != all || p.expected() != p.plies || p.plies < all {
			t.Errorf("%s: %d at first, %d at the end of %d, want %d", c.course.Game, got, p.expected(), p.plies, all)
		}
	}
}
