package program

import (
	"time"

	"evolab/agent/frozen"
	"evolab/features"
	"evolab/game"
	"evolab/protocol/calibration"
	"evolab/search"
	"evolab/search/cputime"
	"evolab/ship/player"
)

const (
	positions = 8               // that are searched in turn
	apart     = 4               // random plies from one to the next
	visits    = 5_000           // nodes of a search
	enough    = 2 * time.Second // of CPU
)

// Calibrate measures how many nodes a second a game's search visits on this
// machine and writes that to calibration.txt. It returns the exit code.
func Calibrate[S comparable, P game.Position[S]](start *S, set features.Set[S]) int {
	eval, err := frozen.Evaluation(set)
	if err != nil {
		return player.Failed
	}
	var speeds calibration.Speeds
	speeds.Set(set.Game, Speed[S, P](start, &eval, enough))
	if err := player.ReplaceFile(calibration.Name, speeds.Append(nil)); err != nil {
		Warn(err.Error())
		return player.Failed
	}
	return player.Done
}

// Speed searches positions of random games for about a CPU time and returns the
// nodes a second.
func Speed[S comparable, P game.Position[S]](start *S, eval *features.Linear[S], t time.Duration) int64 {
	engine := search.New[S, P](*eval, cputime.Process)
	r := game.NewRand(1)
	s, visited := *start, uint64(0)
	began := cputime.Process()
	for i := 0; cputime.Process()-began < t; i++ {
		if i%positions == 0 {
			s = *start
		}
		game.Playout[S, P](&s, &r, apart, nil)
		if P(&s).Outcome().Over() {
			s = *start
		}
		best := engine.Search(&s, search.Limits{Nodes: visits})
		visited += best.Nodes
	}
	return int64(float64(visited) / (cputime.Process() - began).Seconds())
}
