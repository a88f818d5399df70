package search_test

import (
	"fmt"

	"evolab/features"
	feattt "evolab/features/tictactoe"
	"evolab/game/tictactoe"
	"evolab/search"
)

// X, to move, completes a row.
func ExampleMinimax() {
	s, _ := tictactoe.Parse("", "X.X/OO./... x")
	eval, _ := features.NewLinear(feattt.Set(), feattt.Hand())
	m, score := search.Minimax[tictactoe.State, *tictactoe.State](&s, &eval, 3)
	fmt.Println(tictactoe.Rules().FormatMove(&s, m), score > search.Win/2)
	// Output: 0,1 true
}
