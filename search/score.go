package search

import "evolab/game"

const (
	// Win is the score of a game that is won at once, without a margin. A
	// larger margin scores more, a later win a little less. Scores beyond
	// Proven in either direction are results of games, those within it
	// evaluations.
	Win = 1 << 29
	// Proven is the bound between evaluations and results.
	Proven = 1 << 28

	infinity    = 1 << 30
	marginScore = MaxDepth * 4 // a half point outweighs any number of plies
)

// terminal is the score of a finished game for the side to move, ply plies
// below the root. A draw scores 0.
func terminal(o game.Outcome, turn game.Side, ply int) int {
	if o.Result == game.Draw {
		return 0
	}
	margin := o.Margin
	if turn == game.Second {
		margin = -margin
	}
	if o.Result == game.Win(turn) {
		return Win + margin*marginScore - ply
	}
	return -Win + margin*marginScore + ply
}

// Ending is the score of a position, ply plies below the root, that is known to be won in
// so many plies (above 0) or lost (below 0); see features.Hints. A game that ends within
// the search is won sooner.
func Ending(plies, ply int) int {
	switch {
	case plies > 0:
		return Win - MaxDepth*2 - plies - ply
	case plies < 0:
		return -Win + MaxDepth*2 - plies + ply
	}
	return 0
}

// fromHere counts the plies to the end of a proven game from a ply of the tree
// instead of the root, and fromRoot is its inverse: the same position may come
// up at different plies.
func fromHere(score, ply int) int {
	if score > Proven {
		return score + ply
	}
	if score < -Proven {
		return score - ply
	}
	return score
}

func fromRoot(score, ply int) int {
	if score > Proven {
		return score - ply
	}
	if score < -Proven {
		return score + ply
	}
	return score
}

// Proof is the exact value of a position that is not over.
type Proof struct {
	Known bool // the limits were enough
	// Value is +1 for a win of the side to move, 0 for a draw, -1 for a loss.
	Value int
	Moves []game.Move // all that keep the value; none for a loss
	Nodes uint64
}
