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

// Calibrate measures how many nodes a second a game's search visits on this
// machine and writes that to calibration.txt, unless the start is an error. It
// returns the exit code.
func Calibrate[S comparable, P game.Position[S]](start *S, err error, set features.Set[S]) int {
	const enough = 2 * time.Second // of CPU
	eval, bad := frozen.Evaluation(set)
	if err != nil || bad != nil {
		return player.Failed
	}
	var speeds calibration.Speeds
	speeds.Set(set.Game, search.Speed[S, P](start, &eval, enough, cputime.Process))
	if err := player.ReplaceFile(calibration.Name, speeds.Append(nil)); err != nil {
		Warn(err.Error())
		return player.Failed
	}
	return player.Done
}
