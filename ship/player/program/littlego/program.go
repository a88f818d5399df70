// Package littlego is the shipped program of Little-Go.
package littlego

import (
	"evolab/agent/frozen"
	"evolab/features"
	featlg "evolab/features/littlego"
	"evolab/game/littlego"
	"evolab/search"
	"evolab/search/budget"
	"evolab/search/cputime"
	searchlg "evolab/search/littlego"
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
	budget, ok := program.Budget()
	if !ok {
		return player.BadInput
	}
	code, notes := player.Littlego(".", budget)
	program.Say(notes)
	return code
}

func probes() int {
	start, err := littlego.New(littlego.Setup{Variant: littlego.Host})
	if err != nil {
		return player.Failed
	}
	eval, err := frozen.Evaluation(featlg.Set())
	if err != nil {
		return player.Failed
	}
	system.Print(answer(&start, &eval, system.Input()))
	return player.Done
}

// answer answers probes as the agent plays: with a proof, or else by the search
// with what the attempt has left of the limits.
func answer(start *littlego.State, eval *features.Linear[littlego.State], text []byte) []byte {
	thinker := think.New[littlego.State, *littlego.State](*eval, cputime.Process)
	endgame := searchlg.NewEndgame(searchlg.Book{}, cputime.Process)
	var out []byte
	var s littlego.State
	for len(text) > 0 {
		var limits search.Limits
		limits, text = probe.Next[littlego.State, *littlego.State](start, &s, text)
		if s.Outcome().Over() {
			out = append(out, "-\n"...)
			continue
		}
		best := decide(thinker, endgame, &s, limits)
		out = probe.Append(out, &best)
	}
	return out
}

func decide(thinker *think.Thinker[littlego.State, *littlego.State], endgame *searchlg.Endgame, s *littlego.State, limits search.Limits) search.Result {
	r, known := endgame.Move(s, limits)
	if known {
		return r
	}
	limits.Nodes -= min(limits.Nodes/2, r.Nodes)
	thinker.Begin(s, limits, budget.Allowance{}, think.Cycles{})
	return thinker.Run()
}
