package budget

// Length is how many moves a side still makes, by how far the game has gone, and
// how it spends its time on them. docs/engine.md has what was measured.
type Length struct {
	// At is their number at a progress of 0, 250, 500, 750 and 1000; it changes
	// evenly between them.
	At [5]int
	// Over is the progress at which games end whose length depends on the board:
	// there the moves that are possible at most tell how many will be made, and
	// the last number of At is the least. 0: At tells.
	Over int
	Pace Pace
	// Level is the progress from which on level games are mostly drawn, and the
	// pace is thrifty; 0: none.
	Level int
}

// LengthOf is the length of a game's games between agents that play for a win.
// In Checkers fewer moves are counted on than games have, in which level endings
// of many moves are played fast; in Halma those until the sides have passed each
// other, for what follows is planned and costs little.
// Games of Konane ended with 70 to 85 % of the stones gone on 18x18, after 106 to
// 122 moves of a side, and with 55 to 85 % on 8x8, after 16 to 25.
func LengthOf(game string) Length {
	switch game {
	case "checkers":
		return Length{At: [5]int{20, 20, 20, 20, 18}, Pace: Pace{Calm: 100}, Level: 450}
	case "halma":
		return Length{At: [5]int{75, 62, 50, 28, 14}, Pace: Pace{Calm: 75, Longest: 2}}
	case "konane":
		return Length{At: [5]int{0, 0, 0, 0, 4}, Over: 850}
	}
	return Length{At: [5]int{40, 31, 21, 12, 2}}
}

// AnyNumber of moves is possible.
const AnyNumber = 1 << 30

// Share fills in what an allowance for the rest of a game says of a position at
// a progress of 0..1000, where at most so many moves are possible.
func (l Length) Share(a *Allowance, progress, most int) {
	a.Moves, a.Pace = l.Moves(progress, most), l.Pace
	a.Pace.Thrifty = l.Level > 0 && progress >= l.Level
}

// Moves is the number of moves that are left at a progress of 0..1000, where at
// most so many are possible.
func (l Length) Moves(progress, most int) int {
	progress = min(max(progress, 0), 1000)
	last := l.At[4]
	if l.Over == 0 {
		return min(most, l.at(progress))
	}
	if progress >= l.Over {
		return min(most, last)
	}
	return min(most, max(last, most*(l.Over-progress)/(1000-progress)))
}

// at is the number of moves at a progress by the table.
func (l Length) at(progress int) int {
	const step = 250
	i := min(progress/step, len(l.At)-2)
	return l.At[i] + (l.At[i+1]-l.At[i])*(progress-step*i)/step
}
