// Package halma is the shipped program of Halma.
package halma

import (
	"evolab/agent/frozen"
	"evolab/features"
	feathalma "evolab/features/halma"
	"evolab/game"
	"evolab/game/halma"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
	searchhalma "evolab/search/halma"
	"evolab/search/think"
	"evolab/ship/player"
	"evolab/ship/player/probe"
	"evolab/ship/player/program"
	"evolab/ship/player/system"
)

// Run is the program; it returns the exit code.
func Run() int {
	if system.Argument(1) == program.Probe {
		return probes()
	}
	code, notes := player.Halma(".")
	program.Say(notes)
	return code
}

func probes() int {
	start, err := initial()
	if err != nil {
		return player.Failed
	}
	eval, err := frozen.Evaluation(feathalma.Set())
	if err != nil {
		return player.Failed
	}
	system.Print(answer(&start, &eval, system.Input()))
	return player.Done
}

// answer answers probes as the agent plays: by a plan for a race, or else by the
// search with what the attempt has left of the limits.
func answer(start *halma.State, eval *features.Linear[halma.State], text []byte) []byte {
	thinker := think.New[halma.State, *halma.State](*eval, cputime.Process)
	race := searchhalma.NewRace(cputime.Process)
	var out []byte
	var s halma.State
	for len(text) > 0 {
		var limits search.Limits
		limits, text = probe.Next[halma.State, *halma.State](start, &s, text)
		if s.Outcome().Over() {
			out = append(out, "-\n"...)
			continue
		}
		best, found := race.Move(&s, limits)
		if !found {
			limits.Nodes -= min(limits.Nodes/2, best.Nodes)
			thinker.Begin(&s, limits, budget.Allowance{}, think.Cycles{})
			best = thinker.Run()
		}
		out = probe.Append(out, &best)
	}
	return out
}

// Calibrate is the program that measures the machine before any game.
func Calibrate() int {
	start, err := initial()
	if err != nil {
		return player.Failed
	}
	return program.Calibrate[halma.State, *halma.State](&start, feathalma.Set())
}

func initial() (halma.State, error) {
	return halma.New(halma.Camp(game.First), halma.Camp(game.Second), game.First, halma.Addendum)
}
