package artemis

import "time"

// guesses slow down whoever tries the passwords of others: after a wrong one, the next of
// the same address is looked at only after a while. That grows with the wrong ones from
// there and, wherever they came from, with those for the same user. A user who has logged in
// from an address before waits there for its own wrong passwords alone, and never for those
// that others try elsewhere.
type guesses struct {
	at     map[seat]*tries
	byUser map[int]int // wrong passwords
	many   int         // with more seats than that, those whose time is over are forgotten
}

const manySeats = 1000

// seat is an address, as one user has it who has logged in there; user 0 is all others.
type seat struct {
	address string
	user    int
}

// tries are the wrong passwords of a seat.
type tries struct {
	wrong int
	next  time.Time // when one more is looked at
}

func newGuesses() guesses { return guesses{map[seat]*tries{}, map[int]int{}, manySeats} }

// of returns the tries of a user at an address.
func (g *guesses) of(address string, user int) *tries {
	if own := g.at[seat{address, user}]; own != nil {
		return own
	}
	if len(g.at) > g.many {
		for s, t := range g.at {
			if s.user == 0 && time.Until(t.next) <= 0 {
				delete(g.at, s)
			}
		}
		g.many = manySeats + 2*len(g.at)
	}
	all := g.at[seat{address, 0}]
	if all == nil {
		all = &tries{}
		g.at[seat{address, 0}] = all
	}
	return all
}

// wait is how long a user's password from an address may not be looked at yet.
func (g *guesses) wait(address string, user int) time.Duration {
	return time.Until(g.of(address, user).next)
}

// right notes that a user has logged in from an address.
func (g *guesses) right(address string, user int) {
	if g.at[seat{address, user}] == nil {
		g.at[seat{address, user}] = &tries{}
	}
}

// wrong notes that a password from an address was not the user's.
func (g *guesses) wrong(address string, user int) {
	t := g.of(address, user)
	t.wrong++
	g.byUser[user]++
	const first, longest, doublings = 250 * time.Millisecond, 10 * time.Second, 6
	t.next = time.Now().Add(min(longest, first<<min(doublings, max(t.wrong, g.byUser[user]))))
}
