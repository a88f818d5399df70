package budget

// Pace is how a player spends the time for a game.
type Pace struct {
	// Calm is the percentage of a move's share that is spent while the best
	// move stays the same; 0: the default.
	Calm int
	// Longest is how many times its share a move may take; 0: the default.
	Longest int
	// Thrifty saves time while the score is level: a drawn game goes to the side
	// with more time left.
	Thrifty bool
}

func (p Pace) withDefaults() Pace {
	const defaultCalm = 70
	const defaultLongest = 4
	if p.Calm == 0 {
		p.Calm = defaultCalm
	}
	if p.Longest == 0 {
		p.Longest = defaultLongest
	}
	return p
}
