package positions

// Position is a position with what is known about it. On the largest boards it
// takes 96 bytes, so that ten million of them fit into 1 GB.
type Position[S comparable] struct {
	State S
	Label
}

// Label is what is known about a position.
type Label struct {
	// Score is that of a search, for the side to move, in the unit of the file.
	// If it is exact, only its sign counts.
	Score int32
	Game  uint32 // number in its file; positions of a game are kept together
	// Result is that of the game, from the side to move: 1, 0 or -1.
	Result int8
	Exact  bool // the score is proven
	// Unscored positions have no score: their result counts.
	Unscored bool
	// Detour positions are not from their game itself: its result says nothing about them.
	Detour bool
	Part   uint8 // the file, of several
}

// Value is the proven value of an exact position: 1, 0 or -1.
func (l *Label) Value() int {
	switch {
	case l.Score > 0:
		return 1
	case l.Score < 0:
		return -1
	}
	return 0
}
