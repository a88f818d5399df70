package game

// Move is one whole turn of a player: bits 0-15 hold the square it starts
// from, bits 16-31 the square it ends on, and bits 32-63 belong to the game.
// Two moves are the same exactly when the numbers are equal.
type Move uint64

// NoMove stands for "none" where a move may be missing. No game uses it.
const NoMove = ^Move(0)

// NewMove packs a move from its start and end squares.
func NewMove(from, to int) Move { return Move(from)&0xffff | Move(to)&0xffff<<16 }

// From is the square that the move starts from.
func (m Move) From() int { return int(m & 0xffff) }

// To is the square that the move ends on.
func (m Move) To() int { return int(m >> 16 & 0xffff) }

// Side is one of the two players, by order of moving.
type Side uint8

// The side that moves first in the game, and the other one.
const (
	First Side = iota
	Second
)

// Other is the opponent of a side.
func (s Side) Other() Side { return s ^ 1 }

// Result says how a game stands.
type Result uint8

// The results of a game.
const (
	Ongoing Result = iota
	FirstWins
	SecondWins
	Draw
)

// String is the result's name in records and on the command line.
func (r Result) String() string {
	switch r {
	case FirstWins:
		return "first"
	case SecondWins:
		return "second"
	case Draw:
		return "draw"
	}
	return "ongoing"
}

// Win is the result in which the given side wins.
func Win(s Side) Result {
	if s == First {
		return FirstWins
	}
	return SecondWins
}

// Outcome is the result of a position and, for games that count, its score.
type Outcome struct {
	Result Result
	// Margin is the first side's lead in half points, so that a komi of 2.5
	// stays whole. Games without a count leave it at 0.
	Margin int
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }
