package think

import "evolab/game"

// Past is what a player remembers of its game.
type Past[S comparable, P game.Position[S]] struct {
	// Key is equal for positions that count as one when they repeat.
	Key func(*S) uint64
	// Draw is how often a position has to occur to end the game as a draw; 0 is
	// a game without such a rule.
	Draw int
	// Last is the position after the player's last move, if there was one.
	Last  S
	Known bool
	Seen  game.History

	next  S
	moves []game.Move
	times []int
}

// Meet takes note of the position that the player is to move in, and returns it
// as the game has it: with the counters that the opponent's move has left. If it
// cannot follow from the past, that was another game: Meet forgets it, and Known is
// false.
func (p *Past[S, P]) Meet(now *S) S {
	key := p.Key(now)
	s, here := *now, false
	if p.Known && !P(&p.Last).Outcome().Over() {
		p.moves = P(&p.Last).Moves(p.moves[:0])
		for _, m := range p.moves {
			P(&p.Last).Play(m, &p.next)
			if p.Key(&p.next) == key && !P(&p.next).Outcome().Over() {
				s, here = p.next, true
				break
			}
		}
	}
	if !here {
		p.Known = false
		p.Seen.Forget()
	}
	p.Seen.See(key)
	return s
}

// Recall replaces the past with the positions of a game that somebody else has kept:
// those before the one to move in, and that one.
func (p *Past[S, P]) Recall(before []uint64, now *S) {
	p.Seen.Forget()
	for i := max(len(before)-game.HistoryMax+1, 0); i < len(before); i++ {
		p.Seen.See(before[i])
	}
	p.Seen.See(p.Key(now))
}

// Cycles returns how often each move's position has occurred in the game.
func (p *Past[S, P]) Cycles(s *S) Cycles {
	p.moves = P(s).Moves(p.moves[:0])
	p.times = p.times[:0]
	for _, m := range p.moves {
		P(s).Play(m, &p.next)
		p.times = append(p.times, p.Seen.Times(p.Key(&p.next)))
	}
	return Cycles{Seen: p.times, Draw: p.Draw, Keys: p.Seen.Keys}
}

// Leave takes note of the player's move.
func (p *Past[S, P]) Leave(s *S, m game.Move) {
	P(s).Play(m, &p.Last)
	p.Known = true
	p.Seen.See(p.Key(&p.Last))
}
