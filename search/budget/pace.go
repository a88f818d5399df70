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

// What a pace is if nothing is said.
const (
	usualCalm    = 70
	usualLongest = 4
)

func (p Pace) orUsual() Pace {
	if p.Calm == 0 {
		p.Calm = usualCalm
	}
	if p.Longest == 0 {
		p.Longest = usualLongest
	}
	return p
}
