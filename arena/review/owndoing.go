package review

import (
	"evolab/agent"
	"evolab/game"
)

// ownDoing notes a loss that no legal move caused: an illegal move, no move in time,
// or, over a network, a player who did not come or who left while the other was to
// move. It is the mistake unless the game is proven to have been lost before.
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
