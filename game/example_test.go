package game_test

import (
	"fmt"

	"evolab/agent/nimtest"
	"evolab/game"
)

// The lines of three moves from the start of Nim, in which one to three counters
// are taken.
func ExamplePerft() {
	rules := nimtest.Rules()
	s, _ := rules.Start("")
	fmt.Println(game.Perft[nimtest.State, *nimtest.State](&s, 3, rules.Count))
	// Output: 27
}
