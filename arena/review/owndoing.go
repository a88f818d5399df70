package review

import (
	"slices"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
)

// byRules reports whether a game ended by its rules, whoever won it then.
func byRules(reason string) bool {
	return slices.Contains([]string{arena.Normal, arena.PlyLimit, arena.Repetition, arena.NoProgress}, reason)
}

// ownDoing is the loss of a game by no move at all: an illegal one, none in time, or, over
// a network, its player does not come or leaves while the other is to move. It is the
// mistake unless the game is proven to have been lost before.
func (l *Loss) ownDoing(b agent.Board, side game.Side, ply int, o Options) (done bool, err error) {
	v, err := Judge(b, 0, o)
	if b.Turn() != side {
		v = Verdict{Known: v.Known, Value: -v.Value, Kept: []string{}}
	}
	if err != nil || v.Known && v.Value < 0 {
		return false, err
	}
	l.Ply, l.Exact, l.Position, l.Tags = ply, v.Known, b.Position(), []string{"loses by " + l.Reason}
	if v.Known {
		l.Kept, l.Was = v.Kept, v.Had()
	}
	return true, nil
}
