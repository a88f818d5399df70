package littlego

import (
	"fmt"

	"evolab/game/littlego"
)

// Source is how the number of plies was found, the surest first.
type Source uint8

// The sources of a ply count.
const (
	// FromBoards: the boards allow only one count at the start of a game.
	FromBoards Source = iota
	// FromRecord: the helper file continues into this input, or belongs to it.
	FromRecord
	// Guessed: the smallest count that the rules allow.
	Guessed
)

// InferPly is the number of plies played before the input; record is nil when
// there is no helper file. The count always has the colour's parity, leaves a
// ply to play, and is enough for the stones on both boards; the error means
// that there is none.
//
// The choices, in this order:
//
//   - Both boards empty: ply 0 (a game in which nobody has placed a stone is
//     over, under the host's rules). Previous board empty and one stone: ply
//     1. Both hold whatever an old helper file says, which is how a new game
//     in an old folder begins.
//   - The record's colour is the input's, and one move leads from its position
//     to the input's previous board: two plies on. It does not matter whether
//     the opponent passed, since the move that changed the board is our own.
//   - The record was made for this very input: the same ply, so that an agent
//     that is started twice gives the same answer. Ko keeps this case apart
//     from the one above, unless two passes have ended the game.
//   - A record whose count does not fit the stones is of another game, or
//     comes from a guess that was too low: it counts for nothing.
//   - Otherwise the smallest count for the stones of both boards. Each capture
//     of one's own stones hides two plies only if the other side lost or
//     passed as much: over games of all pairs of baselines the smallest count
//     was the most frequent one for every count and colour.
func InferPly(in *Input, record *PlyRecord) (int, Source, error) {
	least, ok := in.leastPly()
	if !ok {
		return 0, Guessed, fmt.Errorf("input.txt: %d black and %d white stones cannot be on the board when %s is to move (a game has %d plies)",
			in.Current.Black.Count(), in.Current.White.Count(), [2]string{"Black", "White"}[in.Colour], littlego.LastPly)
	}
	if in.Previous.empty() && least <= 1 {
		return least, FromBoards, nil
	}
	if record != nil && record.Input.Colour == in.Colour {
		ply := record.Ply
		same := record.Input == *in
		if !same {
			ply += 2
		}
		if in.allows(ply) && (same || record.LeadsTo(in.Previous)) {
			return ply, FromRecord, nil
		}
	}
	return least, Guessed, nil
}

// leastPly is the smallest count that the rules allow. A previous board that
// no count allows is ignored.
func (in *Input) leastPly() (int, bool) {
	for ply := int(in.Colour); ply < littlego.LastPly; ply += 2 {
		if in.allows(ply) {
			return ply, true
		}
	}
	for ply := int(in.Colour); ply < littlego.LastPly; ply += 2 {
		if in.Current.fit(ply) {
			return ply, true
		}
	}
	return 0, false
}

// allows reports whether the side to move and the stones of both boards are
// possible after the given number of plies, with another one to come.
func (in *Input) allows(ply int) bool {
	if ply < 0 || ply >= littlego.LastPly || ply&1 != int(in.Colour) {
		return false
	}
	if ply == 0 {
		return in.Previous.empty() && in.Current.empty()
	}
	return in.Previous.fit(ply-1) && in.Current.fit(ply)
}

// fit reports whether so many stones can have been placed within the plies.
func (b Stones) fit(ply int) bool {
	return b.Black.Count() <= (ply+1)/2 && b.White.Count() <= ply/2
}
