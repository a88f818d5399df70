package artemis

import "time"

// Pace tracks a player's clock in one game, which runs on the server: the network's
// delay and the server's own time count, too.
type Pace struct {
	left  time.Duration // when the last move was asked for
	spent time.Duration // on it by the player's own clock
	lost  time.Duration // in addition, per move: a mean that weights recent moves most
}

// Usable is the part of the remaining time that the player may use for all its moves.
// Removals have no clock, so left is 0: they get the time of a whole game, the given
// clock.
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

// Spent notes the time from the question to the player's answer.
func (p *Pace) Spent(t time.Duration) { p.spent = t }

// usable keeps a reserve: a tenth, what 60 moves lose, and 300 ms, for which a busy
// machine or network stops now and then.
func usable(left, lost time.Duration) time.Duration {
	return max(left-left/10-300*time.Millisecond-60*lost, left/10, 1)
}
