package checkers

import (
	"evolab/features"
	"evolab/game/checkers"
)

// hints are what a search may know of checkers.
func hints() features.Hints[checkers.State] {
	return features.Hints[checkers.State]{Loud: loud, Late: 3, Same: same, Key: key}
}

// loud is a position in which a capture has to be made.
func loud(s *checkers.State) bool { return s.MustCapture() }

func same(s *checkers.State) uint64 { return s.BoardHash() }

// key leaves the quiet plies out where a search of the depth cannot come to the
// draw that they lead to.
func key(s *checkers.State, depth int) uint64 {
	if s.Quiet()+depth < checkers.QuietLimit {
		return s.BoardHash()
	}
	return s.Hash()
}
