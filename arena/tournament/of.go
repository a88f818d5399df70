package tournament

import (
	"slices"

	"evolab/arena"
	"evolab/arena/review"
)

// Of sums up games that belong to no tournament, such as those of a match: each
// player's results against those whom it met.
func Of(name string, sides [2]string, lines []arena.Line) *Table {
	s := &Summary{Name: name, Format: "games", Sides: sides, Players: review.Players(lines)}
	s.Places = make([]int, len(s.Players))
	own := slices.Clone(lines)
	for i := range own {
		own[i].Round = 1
		s.Timed = s.Timed || own[i].Timed
	}
	s.add(own)
	return s.Table()
}
