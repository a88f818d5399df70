package rubric

import (
	"evolab/arena"
	"evolab/course"
	"evolab/game"
	"evolab/stats"
)

// Need says whether a game can still change the points.
type Need int

// The needs of games.
const (
	// Needed games are played in the order of the grading.
	Needed Need = iota
	// Deferred games are against an opponent whose row is decided. They are played after
	// the needed ones of their stage, unless these show that the points are certain: their
	// CPU time might still exceed the stage's allowance.
	Deferred
	// Spared games cannot change the points, whatever they give.
	Spared
)

// Needs says for each game of Jobs whether it can still change the points, given the
// records of those that are known; nil and void ones count as unknown. A game's need
// depends on the games before it alone, in the order of the grading, deferred ones last:
// so it is the same in whatever order games end. What becomes known changes needs only
// towards Spared. Nothing is assumed about the other games but the rules: each may be won
// or lost and take any CPU time within its limits, even if the agent has failed in all
// games so far. The games of a rehearsal are not spared by its results: what a full
// grading would give is open until its end, and each game narrows it down.
func (g *Grading) Needs(jobs []arena.Job, known func(i int) *arena.Record) []Need {
	needs := make([]Need, len(jobs))
	at, index := 0, 0
	for _, s := range g.Rubric.Stages {
		p := progress{
			jobs: jobs, known: known, needs: needs, limited: s.CPU > 0 && g.Rubric.Forfeits, allowed: g.Allowed(s),
			moves: (g.Game.Info().PlyLimit + 1) / 2, worthless: true,
		}
		for _, o := range s.Opponents {
			if o.Missing() {
				continue
			}
			index++
			first := at
			for at < len(jobs) && max(jobs[at].First, jobs[at].Second) == index {
				at++
			}
			p.addRow(&o, first, at, g.gamesOf(o) < g.Scale*o.Games)
		}
		p.addDeferred()
	}
	return needs
}

// progress is what the games of a stage have shown, up to one of them.
type progress struct {
	jobs    []arena.Job
	known   func(i int) *arena.Record
	needs   []Need
	limited bool    // the stage has an allowance of CPU time
	allowed float64 // seconds
	moves   int     // of a side in a game, at most

	used      float64 // seconds in known games
	open      float64 // seconds that unknown games take at most
	deferred  []int   // games
	worthless bool    // no row so far can have points
}

// addRow goes through the games against an opponent, which have these numbers.
func (p *progress) addRow(o *course.Opponent, from, to int, rehearsal bool) {
	wins, unknown, decided := 0, to-from, false
	for i := from; i < to; i++ {
		if !paired(*o) || (i-from)%2 == 0 { // half a pair counts in no row
			if p.over() {
				for ; i < to; i++ {
					p.needs[i] = Spared
				}
				return
			}
			decided = decided || i > from && !rehearsal && isConstant(o.Scale, wins, unknown, to-from)
		}
		if decided {
			p.needs[i] = Deferred
			p.deferred = append(p.deferred, i)
		} else if rec := p.add(i); rec != nil {
			unknown--
			if o.Single() {
				*rec = singleResult(p.jobs[i], *rec)
			}
			if rec.Result == game.Win(Side(&p.jobs[i])) {
				wins++
			}
		}
	}
	p.worthless = p.worthless && (from == to || isConstant(o.Scale, wins, unknown, to-from) && o.Scale.Points(wins, to-from) == 0)
}

// isConstant reports whether this many wins are worth the same with any of the unknown
// games.
func isConstant(s stats.Scale, wins, unknown, games int) bool {
	for more := range unknown {
		if s.Points(wins+more+1, games) != s.Points(wins, games) {
			return false
		}
	}
	return true
}

func (p *progress) addDeferred() {
	for _, i := range p.deferred {
		p.open += p.longest(i)
	}
	for n, i := range p.deferred {
		whole := n == 0 || p.jobs[i].Pair != p.jobs[p.deferred[n-1]].Pair
		if whole && (!p.limited || p.worthless || p.over() || p.used+p.open <= p.allowed) {
			for _, i := range p.deferred[n:] {
				p.needs[i] = Spared
			}
			return
		}
		p.open -= p.longest(i)
		p.add(i)
	}
}

// over reports whether the stage has no points any more, beyond rounding errors.
func (p *progress) over() bool { return p.limited && p.used > p.allowed*(1+1e-9) }

// add adds a game's time. It returns a copy of its record if that is known.
func (p *progress) add(i int) *arena.Record {
	rec := p.known(i)
	if rec == nil || rec.Void() {
		p.open += p.longest(i)
		return nil
	}
	p.used += rec.CPU[Side(&p.jobs[i])]
	c := *rec
	return &c
}

// longest is how many seconds of CPU the agent can use in a game. What exceeds a limit is
// ended, but only after some time: a second limit is far more than that.
func (p *progress) longest(i int) float64 {
	job := &p.jobs[i]
	moves := p.moves
	if job.PlyCap > 0 {
		moves = min(moves, (job.PlyCap+1)/2)
	}
	if job.Limits.Game > 0 {
		return 2 * job.Limits.Game.Seconds()
	}
	return float64(moves+1) * job.Limits.Move.Seconds()
}
