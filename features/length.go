package features

// Length is how many moves a side still makes in games between agents that play
// for a win, and how time is spent on them, by the progress of the game.
// docs/engine.md has what was measured.
type Length struct {
	// At is their number at a progress of 0, 250, 500, 750 and 1000; it changes
	// evenly between them. The last one is at least 1, or else nothing is known
	// of the game's length.
	At [5]int
	// Over is the progress at which games end, if their length depends on the board:
	// the moves still possible then decide how many will be made, and the last number
	// of At is the minimum. 0: At decides.
	Over int
	// Calm is the percentage of a move's share of the time that is spent while
	// the best move stays the same; 0: the default.
	Calm int
	// Longest is how many times its share a move may take; 0: the default.
	Longest int
	// Level is the progress from which on level games are mostly drawn, so that
	// time is saved while the score is level; 0: none.
	Level int
}

// Moves is the number of moves that are left at a progress of 0..1000, given the
// largest number that is possible.
func (l *Length) Moves(progress, most int) int {
	progress = min(max(progress, 0), 1000)
	last := l.At[4]
	if last == 0 {
		return most
	}
	if l.Over == 0 { // by the table
		const step = 250
		i := min(progress/step, len(l.At)-2)
		return min(most, l.At[i]+(l.At[i+1]-l.At[i])*(progress-step*i)/step)
	}
	if progress >= l.Over {
		return min(most, last)
	}
	return min(most, max(last, most*(l.Over-progress)/(1000-progress)))
}
