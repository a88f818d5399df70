package selfplay

import (
	"fmt"

	"evolab/game"
)

// Ground is how games that teach begin and end.
type Ground[S comparable, P game.Position[S]] struct {
	Start  S
	IsPass func(game.Move) bool
	// Even reports whether neither side can make progress: a draw. Nil: no game
	// ends that way.
	Even func(s *S) bool
	// Same tells positions apart that repeat, and Repetition is how often one has
	// to come up for a draw; 0: repetition never draws.
	Same       func(s *S) uint64
	Repetition int
	Plies      int // that make a game a draw
}

// Result is that of a game that is over, after so many plies.
func (r *Ground[S, P]) Result(s *S, past []uint64, plies int) game.Result {
	if o := P(s).Outcome(); o.Over() {
		return o.Result
	}
	if plies >= r.Plies || r.Even != nil && r.Even(s) || r.repeated(s, past) {
		return game.Draw
	}
	return game.Ongoing
}

// repeated reports whether a position has come up often enough for a draw.
func (r *Ground[S, P]) repeated(s *S, past []uint64) bool {
	if r.Repetition == 0 {
		return false
	}
	times, now := 1, r.Same(s)
	for i := len(past) - 1; i >= 0 && times < r.Repetition; i-- {
		if past[i] == now {
			times++
		}
	}
	return times >= r.Repetition
}

// Open plays the random moves that a game begins with.
func (r *Ground[S, P]) Open(rand *game.Rand, plies int) (S, error) {
	for range 1000 { // tries, until an opening does not end the game
		if s, ok := r.wander(r.Start, rand, plies); ok {
			return s, nil
		}
	}
	return r.Start, fmt.Errorf("selfplay: every opening of %d random plies ends the game", plies)
}

// wander plays random moves, passes only where nothing else is left, and reports
// whether the game is still on.
func (r *Ground[S, P]) wander(s S, rand *game.Rand, plies int) (S, bool) {
	var all, moves []game.Move
	for ; plies > 0 && !P(&s).Outcome().Over(); plies-- {
		all, moves = P(&s).Moves(all[:0]), moves[:0]
		for _, m := range all {
			if !r.IsPass(m) {
				moves = append(moves, m)
			}
		}
		if len(moves) == 0 {
			moves = append(moves, all...)
		}
		P(&s).Play(moves[rand.Intn(len(moves))], &s)
	}
	return s, !P(&s).Outcome().Over()
}
