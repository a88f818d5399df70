package main

import (
	"fmt"
	"time"

	"evolab/agent"
)

// benchRules prints the speed of a game's rules beside what it is measured by.
func (a *app) benchRules(g agent.Game, each time.Duration, json bool) error {
	speeds, err := g.RuleSpeeds(each)
	if err != nil {
		return err
	}
	for _, s := range speeds {
		if err := a.printSpeed(g.Info().Name, s, json); err != nil {
			return err
		}
	}
	return nil
}

func (a *app) printSpeed(game string, s agent.RuleSpeed, json bool) error {
	if json {
		return a.printJSON(struct {
			Game      string  `json:"game"`
			Variant   string  `json:"variant,omitempty"`
			What      string  `json:"what"`
			Unit      string  `json:"unit"`
			PerSecond float64 `json:"per_second"`
			Reference float64 `json:"reference,omitempty"`
		}{game, s.Variant, s.What, s.Unit, s.Amount, s.Reference})
	}
	beside := ""
	if s.Reference > 0 {
		beside = fmt.Sprintf("   %.2f of the reference, %s/s", s.Amount/s.Reference, short(s.Reference))
	}
	_, err := fmt.Fprintf(a.out, "%-10s %-55s %12s %s/s%s\n", game, of(s.What, s.Variant), short(s.Amount), s.Unit, beside)
	return err
}

// of is what was measured of a variant.
func of(what, variant string) string {
	if variant == "" {
		return what
	}
	return what + ", " + variant
}
