package budget

// Length is how many moves a side still makes, seen from the beginning of a
// game and from where it is nearly over.
type Length struct{ First, Last int }

// LengthOf is the length of a game's games between agents that play for a win;
// it errs on the long side, because time that was saved can be spent later.
func LengthOf(game string) Length {
	switch game {
	case "checkers":
		return Length{40, 20}
	case "halma":
		return Length{100, 12}
	case "konane":
		return Length{60, 4}
	}
	return Length{40, 2}
}

// Moves is the number of moves that are left at a progress of 0..1000.
func (l Length) Moves(progress int) int {
	progress = min(max(progress, 0), 1000)
	return l.First - (l.First-l.Last)*progress/1000
}
