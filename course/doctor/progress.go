package doctor

import (
	"fmt"
	"time"
)

// Progress is the progress of an examination.
type Progress struct {
	Done, Plies int    // of the program; Plies is an estimate
	Plan        string // describes the rest, once it is known
}

// expected estimates the number of plies of the whole examination.
func (p *plan) expected() int {
	n := p.plies + max(0, len(p.course.Plies)-p.plies)
	if p.playing {
		n += max(0, p.moves()-p.inGame)
	}
	if p.begun == 0 || p.begun == 1 && p.playing {
		n += int(p.openers())
	}
	for range max(0, min(sides, len(p.course.Games))-p.begun) {
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
	left -= time.Duration(len(p.course.Plies)) * p.opening
	if p.timed() && left/sides >= p.needs() {
		return p.course.Moves
	}
	return min(p.course.Moves, max(leastMoves, int(left/sides/max(p.opening, 1))))
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
	least := time.Duration(len(p.course.Plies)+sides*leastMoves) * p.opening
	return fmt.Sprintf("a first move takes %.1f s of CPU: %d positions and the games that fit, in about %.0f s on an idle machine",
		p.opening.Seconds(), len(p.course.Plies), min(work, max(most, least)).Seconds())
}
