package review

import (
	"runtime"
	"slices"

	"evolab/agent"
	"evolab/game"
	"evolab/search"
)

// Verdict is what a move does to the exact value of a position.
type Verdict struct {
	Known bool // the proof came to its end
	Value int  // before the move: 1, 0 or -1 for a win, a draw or a loss of its side
	Moves []game.Move
	Kept  []string // all moves that keep the value; none for a loss
	Keeps bool     // the move is one of them
	Legal int      // how many moves there are
}

// Judge proves the value of a position, and what a move does to it.
func Judge(b agent.Board, m game.Move, o Options) (Verdict, error) {
	runtime.LockOSThread() // CPU time is measured per thread
	defer runtime.UnlockOSThread()
	proof, err := b.Solve(search.Limits{Time: o.Time, Nodes: o.Nodes})
	if err != nil || !proof.Known {
		return Verdict{}, err
	}
	v := Verdict{Known: true, Value: proof.Value, Moves: proof.Moves, Kept: []string{}, Keeps: slices.Contains(proof.Moves, m), Legal: len(b.Moves(nil))}
	for _, k := range proof.Moves {
		v.Kept = append(v.Kept, b.FormatMove(k))
	}
	return v, nil
}

// Had names the value before the move.
func (v *Verdict) Had() string { return [3]string{"loss", "draw", "win"}[v.Value+1] }
