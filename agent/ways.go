package agent

// Way is a legal move as a board shows it: the squares that it goes through, as row
// and column from the upper left corner. A pass has none.
type Way struct {
	Move    string   `json:"move"`  // as in records
	Shown   string   `json:"shown"` // the shortest form that Typed understands
	Squares [][2]int `json:"squares"`
}

// Ways lists the legal moves of a board. In a game without a layout they have no
// squares.
func Ways(info Info, b Board) []Way {
	shown := Shown(info, b)
	list := make([]Way, 0, len(shown))
	g := gridOf(&info, b)
	if g == nil {
		for _, text := range shown {
			list = append(list, Way{text, text, [][2]int{}})
		}
		return list
	}
	for i, c := range g.candidates(b) {
		list = append(list, Way{c.text, shown[i], places(c.path)})
	}
	return list
}

// Squares are those of a move that has a layout's form.
func Squares(info Info, b Board, move string) [][2]int {
	if g := gridOf(&info, b); g != nil {
		return places(g.path(move))
	}
	return [][2]int{}
}

func places(path []square) [][2]int {
	list := make([][2]int, len(path))
	for i, s := range path {
		list[i] = [2]int{s.row, s.col}
	}
	return list
}
