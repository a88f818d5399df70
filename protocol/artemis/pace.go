package artemis

import "time"

// Pace keeps an eye on a player's clock in one game, which runs on the server:
// the way there and back, and the server's own time, run on it too.
type Pace struct {
	left  time.Duration // when the last move was asked for
	spent time.Duration // on it by the player's own clock
	lost  time.Duration // besides, on a move: the mean, the last moves counting most
}

const (
	// kept is time that no move may use: a busy machine or network now and then
	// stops everything for as long.
	kept = 300 * time.Millisecond
	// ahead is for how many moves the time is kept that is lost besides.
	ahead = 60
)

// Usable is what the player may think with of the time that is left, for all
// its moves. Removals have no clock, so that nothing is left: they are thought
// about as if a whole game was, of a length of clock.
func (p *Pace) Usable(left, clock time.Duration) time.Duration {
	if left <= 0 {
		p.left = 0
		return usable(clock, 0)
	}
	if took := p.left - left; p.left > 0 && took >= p.spent {
		p.lost += (took - p.spent - p.lost) / 4
	}
	p.left = left
	return usable(left, p.lost)
}

// Spent tells how long the player has taken from the question to its answer.
func (p *Pace) Spent(t time.Duration) { p.spent = t }

// usable leaves a tenth and more, but not all.
func usable(left, lost time.Duration) time.Duration {
	return max(left-left/10-kept-ahead*lost, left/10, 1)
}
