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
