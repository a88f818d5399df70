package event

import (
	"fmt"
	"slices"

	"evolab/game"
)

// Plan is what an event is, before anything is played.
type Plan struct {
	Users   []int  // at least two, each once; 0 is nobody
	Opening string // the full board, on one line
	Seed    uint64 // for drawing who begins
}

// Game is a game of an event.
type Game struct {
	Number        int // from 1
	Round         int // from 1; each game of the final is a round
	First, Second int // users
	Seed          uint64
}

// has reports whether a user plays the game.
func (g Game) has(user int) bool { return g.First == user || g.Second == user }

// Opponent is the other of the game's two users.
func (g Game) Opponent(user int) int {
	if g.First == user {
		return g.Second
	}
	return g.First
}

// Check refuses users that cannot play an event.
func (p *Plan) Check() error {
	if len(p.Users) < 2 {
		return fmt.Errorf("event: %d users (expected: two and more)", len(p.Users))
	}
	for i, user := range p.Users {
		if user < 1 {
			return fmt.Errorf("event: user %d (expected: 1 and up; 0 stands for whoever is next)", user)
		}
		if slices.Contains(p.Users[:i], user) {
			return fmt.Errorf("event: user %d is listed twice", user)
		}
	}
	return nil
}

// roundRobin lists the games in which everybody meets everybody, by the circle
// method: the first seat stays, the others move on by one each round.
func (p *Plan) roundRobin() []Game {
	// bye is the opponent of whoever does not play in a round.
	const bye = 0
	circle := slices.Clone(p.Users)
	if len(circle)%2 == 1 {
		circle = append(circle, bye)
	}
	n := len(circle)
	var games []Game
	for round := range n - 1 {
		for i := range n / 2 {
			a, b := circle[i], circle[n-1-i]
			if a != bye && b != bye {
				games = append(games, p.drawn(len(games)+1, round+1, a, b))
			}
		}
		last := circle[n-1]
		copy(circle[2:], circle[1:n-1])
		circle[1] = last
	}
	return games
}

// drawn is a game in which the first player is drawn by lot.
func (p *Plan) drawn(number, round, a, b int) Game {
	g := p.game(number, round, a, b)
	r := game.NewRand(g.Seed)
	if r.Intn(2) == 1 {
		g.First, g.Second = b, a
	}
	return g
}

func (p *Plan) game(number, round, first, second int) Game {
	return Game{number, round, first, second, game.Mix(p.Seed, uint64(number))}
}
