package gametest_test

import (
	"fmt"
	"slices"

	"evolab/agent/nimtest"
	"evolab/game"
	"evolab/game/gametest"
)

// Random games of a test pick their moves so.
func ExamplePick() {
	s, _ := nimtest.Rules().Start("")
	r := game.NewRand(1)
	fmt.Println(slices.Contains(s.Moves(nil), gametest.Pick(&s, &r)))
	// Output: true
}
