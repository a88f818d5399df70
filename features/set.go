// Package features holds the parts of an evaluation: named board features,
// the weights that an optimiser gives them, and the linear evaluation that
// the search calls.
//
// API: it keeps its form within a major version, as far as a game needs it: Feature,
// Set, Vector, Weights, Hints, Length and Tactics. Fields may be added; the rest may
// change in any release.
package features

import (
	"evolab/features/net"
	"evolab/features/pattern"
	"evolab/game"
)

// Max is the largest number of features that a game may have.
const Max = 64

// Vector holds the values of a position's features, in the order of the set's
// list, from the view of the side to move. Entries past the list stay 0.
type Vector [Max]int32

// Feature is one number that can be read off a position.
type Feature struct {
	Name string
	Doc  string // one line: what is counted, and for whom it is positive
	// Scale is the feature's standard deviation over positions from play. A
	// weight of 1 adds one Score unit for each Scale of the feature, so that
	// weights of different features can be compared.
	Scale float64
}

// Set is the features of one game. Extract fills a vector with all of them.
type Set[S comparable] struct {
	Game    string
	List    []Feature
	Extract func(*S, *Vector)
	// Part fills the features that are needed, and others as it likes; nil:
	// nothing is gained by leaving some out.
	Part func(*S, *Vector, Need)
	// Progress is how far the game has gone, 0..1000; it never goes back. Nil:
	// the game has no phases.
	Progress func(*S) int
	Length   Length // by Progress
	// Show hands a board to patterns; nil: the game has none.
	Show func(*S, *Chunks)
	// Pieces hands a board to nets, as Encoding says; nil: the game has none.
	Pieces   func(*S, *net.Pieces)
	Encoding net.Encoding
	// Geometry is the board of a variant for patterns, its error about the
	// variant. The lab sets it; what is shipped needs none.
	Geometry func(variant string) (pattern.Geometry, error)
	Hints    Hints[S]
}

// Need is some of a game's features: bit i is the one with the number i.
type Need uint64

// Any reports whether one of some features is needed.
func (n Need) Any(some Need) bool { return n&some != 0 }

// Names returns the names of the features in the order of the list.
func Names(list []Feature) []string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.Name
	}
	return names
}

// Index is the place of a feature in the list, or -1.
func Index(list []Feature, name string) int {
	for i := range list {
		if list[i].Name == name {
			return i
		}
	}
	return -1
}

// Hints is what a search may know of a game besides its features. Any of them may be
// missing.
type Hints[S comparable] struct {
	// Loud reports whether the side to move has nothing but forcing moves, such
	// as captures that it must make: a position to look beyond, not to evaluate.
	Loud func(s *S) bool
	// Without is the ideas that do not pay in the game: a search leaves them
	// out, even if there are hints for them.
	Without Ideas
	// Late is the LMR threshold, the number of moves of a position that are
	// always searched to full depth; later ones only if a reduced search finds
	// something in them. 0: no reductions.
	Late int
	// Foretold reports whether a shallower search may replace one that ends far
	// outside its window (ProbCut), and an evaluation near the leaves (Futility); nil: it never
	// does, and reductions are small.
	Foretold func(s *S) bool
	// Back reports whether a move leads away from the mover's goal: below the root it is
	// searched only as the first move, or if the moves before it lose. Nil: no move does.
	Back func(s *S, m game.Move) bool
	// Legal reports whether a move is legal in a position that is not over, if that is
	// faster to say than to list all moves; else nil.
	Legal func(s *S, m game.Move) bool
	// Again says that leaves come up again so often, and take so long to evaluate,
	// that their scores are worth remembering.
	Again bool
	// Same is equal for positions that repeat each other; nil: no position of
	// the game occurs twice.
	Same func(s *S) uint64
	// Key is equal for positions that have the same value to a search of the
	// given depth; nil: their hash.
	Key func(s *S, depth int) uint64
	// Ending is the exact value of a position for its side to move: above 0 it wins, below
	// 0 it loses, in as many plies to an event that all lines must come to; 0 is a draw,
	// and NoEnding is not known. Nil: nothing is known. What the search finds rests on it.
	Ending func(s *S) int
	// Estimate is the evaluation, instead of that by weights, of a position that is close to
	// those that Ending knows, and NoEnding elsewhere. A search that starts at such a position
	// uses it. Nil: there is none.
	Estimate func(s *S) int
}

// NoEnding is the value of a position that is none of the endings.
const NoEnding = 1 << 20

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
	Futility                     // an evaluation far outside the window near the leaves is believed
	Forward                      // moves that lead away from the goal are left out below the root
)

// Has reports whether an idea is in the set.
func (i Ideas) Has(idea Ideas) bool { return i&idea != 0 }

// Length is how many moves a side still makes in games between agents that play
// for a win, and how time is spent on them, by the progress of the game.
// docs/research/engine.md has what was measured.
type Length struct {
	// At is their number at a progress of 0, 250, 500, 750 and 1000; it changes
	// evenly between them. The last one is at least 1, or else nothing is known
	// of the game's length.
	At [5]int
	// Over is the progress at which games end, if their length depends on the board:
	// the moves still possible then decide how many will be made, and the last number
	// of At is the minimum. 0: At decides.
	Over int
	// Calm is the percentage of a move's share of the time that is spent while
	// the best move stays the same; 0: the default.
	Calm int
	// Longest is how many times its share a move may take; 0: the default.
	Longest int
	// Level is the progress from which on level games are mostly drawn, so that
	// time is saved while the score is level; 0: none.
	Level int
}

// Moves is the number of moves that are left at a progress of 0..1000, given the
// largest number that is possible.
func (l *Length) Moves(progress, most int) int {
	progress = min(max(progress, 0), 1000)
	last := l.At[4]
	if last == 0 {
		return most
	}
	if l.Over == 0 { // by the table
		const step = 250
		i := min(progress/step, len(l.At)-2)
		return min(most, l.At[i]+(l.At[i+1]-l.At[i])*(progress-step*i)/step)
	}
	if progress >= l.Over {
		return min(most, last)
	}
	return min(most, max(last, most*(l.Over-progress)/(1000-progress)))
}

// Tactics is what the baselines of a game look at. None of it belongs to the
// evaluation that is tuned.
type Tactics[S comparable] struct {
	// Gain is what the side to move gains at once by the legal move m.
	Gain func(s *S, m game.Move) int
	// Most is the largest Gain of a move, if that is faster to find than by trying all
	// moves; else nil. Then no Gain is negative.
	Most func(s *S) int
	// Falls says that each move lowers the Leaf of the other side by its Gain, and that
	// nothing else does.
	Falls bool
	// AtOnce makes the baseline aggressive take the largest immediate gain, if
	// there is any, instead of looking at pairs of moves.
	AtOnce bool
	// Leaf is the value of a position for a side, in the unit of Gain, at the
	// baseline alphabeta's search depth.
	Leaf func(s *S, side game.Side) int
	// Material is own minus enemy pieces, or what stands for them.
	Material func(s *S, side game.Side) int
	// Reference is what the graders' reference opponent compares at its search
	// depth; nil: Material.
	Reference func(s *S, side game.Side) int
	// Centre is the squared distance from the board's centre to the square on which m
	// ends, in any fixed unit.
	Centre func(m game.Move) int
	// Skip writes s to dst with the other side to move, as if the side to move
	// passed; false if the game is then over.
	Skip func(s, dst *S) bool
}
