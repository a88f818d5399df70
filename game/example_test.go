package game_test

import (
	"fmt"

	"evolab/agent/nim"
	"evolab/game"
)

// The lines of three moves from the start of Nim, in which one to three counters
// are taken.
func ExamplePerft() {
	rules := nim.Rules()
	s, _ := rules.Start("")
	fmt.Println(game.Perft[nim.State, *nim.State](&s, 3, rules.Count))
	// Output: 27
}
