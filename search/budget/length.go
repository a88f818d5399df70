package budget

// Length is how many moves a side still makes, by how far the game has gone.
type Length struct {
	// First is the number at the beginning of a game, Last that from where it is
	// nearly over.
	First, Last int
	// Over is the progress at which games end whose length depends on the board:
	// there the moves that are possible at most tell how many will be made. 0:
	// First tells.
	Over int
}

// LengthOf is the length of a game's games between agents that play for a win;
// it errs on the long side, because time that was saved can be spent later.
// Games of Konane ended with 70 to 85 % of the stones gone on 18x18, after 106 to
// 122 moves of a side, and with 55 to 85 % on 8x8, after 16 to 25.
func LengthOf(game string) Length {
	switch game {
	case "checkers":
		return Length{First: 40, Last: 20}
	case "halma":
		return Length{First: 100, Last: 12}
	case "konane":
		return Length{Last: 4, Over: 850}
	}
	return Length{First: 40, Last: 2}
}

// AnyNumber of moves is possible.
const AnyNumber = 1 << 30

// Moves is the number of moves that are left at a progress of 0..1000, where at
// most so many are possible.
func (l Length) Moves(progress, most int) int {
	progress = min(max(progress, 0), 1000)
	if l.Over == 0 {
		return min(most, l.First-(l.First-l.Last)*progress/1000)
	}
	if progress >= l.Over {
		return min(most, l.Last)
	}
	return min(most, max(l.Last, most*(l.Over-progress)/(1000-progress)))
}
