package features

// Ideas is a set of what a search may do beyond plain alpha-beta, and can do
// without.
type Ideas uint16

// The ideas; packages search and think have their sources.
const (
	Scout      Ideas = 1 << iota // principal variation search
	Table                        // transposition table
	Quiescence                   // forcing moves followed beyond the depth
	LateMoves                    // late moves looked at less deeply
	History                      // moves tried in the order of their cutoffs
	Repetition                   // what comes back in the tree is a draw
	Cycles                       // positions that the game has seen are kept away from
)

// Has reports whether an idea is in the set.
func (i Ideas) Has(idea Ideas) bool { return i&idea != 0 }
