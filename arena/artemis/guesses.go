package artemis

import (
	"maps"
	"time"
)

// guesses slow down whoever tries the passwords of others: after a wrong one, the next of
// the same address is looked at only after guessPause. A user who has logged in from an
// address waits there for its own wrong passwords alone.
type guesses map[seat]time.Time // when the next password is looked at

const guessPause = 4 * time.Second

// seat is an address, as one user has it who has logged in there; user 0 is all others.
type seat struct {
	address string
	user    int
}

func (g guesses) seatOf(address string, user int) seat {
	own := seat{address, user}
	if _, ok := g[own]; ok {
		return own
	}
	return seat{address, 0}
}

// wait is how long a user's password from an address may not be looked at yet.
func (g guesses) wait(address string, user int) time.Duration {
	return time.Until(g[g.seatOf(address, user)])
}

// right notes that a user has logged in from an address.
func (g guesses) right(address string, user int) {
	own := seat{address, user}
	if _, known := g[own]; !known {
		g[own] = time.Time{}
	}
}

// wrong notes that a password from an address was not the user's.
func (g guesses) wrong(address string, user int) {
	const many = 1000
	if len(g) > many {
		maps.DeleteFunc(g, func(s seat, next time.Time) bool { return s.user == 0 && time.Until(next) <= 0 })
	}
	g[g.seatOf(address, user)] = time.Now().Add(guessPause)
}
