// Package game defines what every game of the lab implements.
//
// The package and the games below it keep to a plain subset of Go (structs of
// integers, fixed arrays, slices that are reused, plain loops), because the
// part of the lab that is shipped to graders is translated from it.
//
// API: it keeps its form within a major version; fields and functions may be added.
package game

// Position is what the search, the arena and the agents ask of a game state. A
// pointer to S implements it, and S is a plain value: no pointers, slices or
// maps, so that assigning it copies the whole position.
type Position[S comparable] interface {
	*S
	// Moves appends the legal moves to dst in the game's board order, and
	// appends nothing when the game is over.
	Moves(dst []Move) []Move
	// Play writes the position after m to dst and leaves the receiver as it
	// is; dst may be the receiver. m must be legal.
	Play(m Move, dst *S)
	// Outcome reports whether the game is over, who won, and by how much.
	Outcome() Outcome
	// Turn is the side to move.
	Turn() Side
	// Hash is the Zobrist key of everything that decides the rest of the game.
	Hash() uint64
}

// Rules names, parses and prints one game. Positions and moves have the text
// forms of the command line. Every function leaves its arguments as they are.
type Rules[S comparable] struct {
	Name string
	Doc  string // one line
	// Sides names the first and the second side, as in "black", "white".
	Sides [2]string
	// Variants are the accepted variants of the rules, the default one first.
	Variants []string
	// PlyLimit is the number of plies after which every game is over, or, where
	// the rules have no such end, after which the lab calls it a draw.
	PlyLimit int
	// MaxMargin is the largest margin that counts, in half points, 0 for a
	// game without a score.
	MaxMargin int

	// Start is the position at which a game of the variant begins; "" is the
	// default variant.
	Start func(variant string) (S, error)
	// Parse reads a position of the variant; it refuses impossible ones.
	Parse func(variant, text string) (S, error)
	// Format is the inverse of Parse.
	Format func(*S) string
	// ParseMove reads a move. The move may still be illegal in the position:
	// a caller that plays it has to look for it among the legal moves.
	ParseMove func(*S, string) (Move, error)
	// FormatMove is the inverse of ParseMove.
	FormatMove func(*S, Move) string
	// Broken is the rule that an illegal move breaks, in words; "": which one is not known.
	// nil: the game knows none.
	Broken func(*S, Move) string
	// Draw is the board as people look at it, on several lines.
	Draw func(*S) string
	// PliesLeft is the largest number of plies that the game can still last, or an
	// estimate of it where nothing bounds it.
	PliesLeft func(*S) int
	// MovesPastEnd appends the legal moves of a position in which a limit has ended the
	// game, such as a number of plies: a record of a game without that limit goes on there.
	// nil: every end is final.
	MovesPastEnd func(s *S, dst []Move) []Move
	// IsPass reports whether a move is a pass. Moves lists passes last.
	IsPass func(Move) bool

	// Count is the number of legal moves; nil where a game gains nothing from it.
	Count func(*S) int

	// Packing is the form in which many positions are kept; without it nothing
	// can be learned from positions of the game.
	Packing Packing[S]
}

// Packing makes a record of a fixed size of a position. docs/howto/positions.md has the
// records of all games.
type Packing[S comparable] struct {
	Size int // bytes; 0: there is none
	// Pack fills a record, which is all zeros before.
	Pack func(s *S, record []byte)
	// Unpack is the inverse, for a variant; it refuses impossible positions.
	Unpack func(variant string, record []byte) (S, error)
}
