package checkers

import "evolab/game/checkers"

// Value is what a position is worth to the side to move. Above 0 it wins: n + 1 is a win
// with n more quiet plies before the capture, the crowning or the end of the game that
// the winner forces; below 0 it loses, after as many at most; 0 is a draw.
type Value int8

// MostQuiet is the largest number of quiet plies that a value counts: with more, the
// draw comes first.
const MostQuiet = checkers.QuietLimit - 1

// Won is a win after so many quiet plies.
func Won(quiet int) Value { return Value(quiet + 1) }

// Lost is a loss after so many quiet plies.
func Lost(quiet int) Value { return Value(-quiet - 1) }

// At is the value if the position's counter of quiet plies stands at quiet.
func (v Value) At(quiet int) Value {
	if quiet+v.Plies() > checkers.QuietLimit {
		return 0
	}
	return v
}

// Plies is the number of plies until the capture, the crowning or the end of the game
// that decides: one more than the quiet ones.
func (v Value) Plies() int { return int(max(v, -v)) }
