package nimtest

import (
	"strconv"
	"testing"

	"evolab/game/gametest"
)

func TestConformance(t *testing.T) {
	gametest.Run(t, gametest.Suite[State, *State]{
		Rules: Rules(), Games: 50, Rehash: (*State).Hash, Bounded: true,
		Reference: func(s *State) (moves []string) {
			for n := 1; n <= 3 && n <= int(s.left); n++ {
				moves = append(moves, strconv.Itoa(n))
			}
			return moves
		},
	})
}
