package features

// Ideas is a set of what a search may do beyond plain alpha-beta.
type Ideas uint16

// The ideas; packages search and think have their sources.
const (
	Scout      Ideas = 1 << iota // principal variation search
	Table                        // transposition table
	Quiescence                   // forcing moves followed beyond the depth
	LateMoves                    // late moves searched less deeply
	History                      // moves tried in the order of their cutoffs
	Repetition                   // a repetition in the tree is a draw
	Cycles                       // positions that the game has seen are avoided
	ProbCut                      // what a shallow search finds far outside the window is believed
)

// Has reports whether an idea is in the set.
func (i Ideas) Has(idea Ideas) bool { return i&idea != 0 }
