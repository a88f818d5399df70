package budget

// Pace is how a player spends the time for a game.
type Pace struct {
	// Calm is the percent of a move's share that it is thought about as long as
	// the best move stays the same; 0: as usual.
	Calm int
	// Longest is how many times its share a move may take; 0: as usual.
	Longest int
	// Thrifty saves time while the score is level: a drawn game goes to the side
	// with more time left.
	Thrifty bool
}

func (p Pace) orUsual() Pace {
	const usualCalm = 70
	const usualLongest = 4
	if p.Calm == 0 {
		p.Calm = usualCalm
	}
	if p.Longest == 0 {
		p.Longest = usualLongest
	}
	return p
}
