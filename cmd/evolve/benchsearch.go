package main

import (
	"fmt"
	"time"

	"evolab/agent"
)

// benchSearch prints the speed of a game's evaluation and search beside what is
// asked for, and what searches to some depths take.
func (a *app) benchSearch(g agent.Game, each time.Duration, json bool) error {
	speeds, err := g.Speeds(each)
	if err != nil {
		return err
	}
	for _, s := range speeds {
		if s.Nodes > 0 {
			err = a.printDepth(g.Info().Name, s, json)
		} else {
			err = a.printSpeed(g.Info().Name, s.RuleSpeed, json)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printDepth(game string, s agent.SearchSpeed, json bool) error {
	if json {
		return a.printJSON(struct {
			Game    string  `json:"game"`
			Variant string  `json:"variant,omitempty"`
			What    string  `json:"what"`
			Seconds float64 `json:"seconds"`
			Nodes   uint64  `json:"nodes"`
		}{game, s.Variant, s.What, s.Seconds, s.Nodes})
	}
	_, err := fmt.Fprintf(a.out, "%-10s %-55s %12.3f ms of CPU, %s nodes\n", game, of(s.What, s.Variant), 1000*s.Seconds, short(float64(s.Nodes)))
	return err
}
