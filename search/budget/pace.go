package budget

// Pace is how a player spends the time for a game.
type Pace struct {
	// Calm is the percentage of a move's share that is spent while the best
	// move stays the same; 0: 70.
	Calm int
	// Longest is how many times its share a move may take; 0: 4.
	Longest int
	// Thrifty saves time while the score is level: a drawn game goes to the side
	// with more time left.
	Thrifty bool
}
