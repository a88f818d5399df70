package report

import (
	"fmt"
	"slices"
	"strings"
)

// Heading is the run's game, experiment, seed and result.
func (r *Run) Heading() string {
	text := fmt.Sprintf("%s, %s (seed %d): ", r.gameName(), r.Asked.Name, r.Asked.Seed)
	switch {
	case r.TestScore != nil:
		text += fmt.Sprintf("the champion scores %.0f %% against its opponents", 100**r.TestScore)
	case r.Validation() != nil:
		text += fmt.Sprintf("validated fitness %.3f in generation %d, %s", r.Validation().Value, r.Last().Generation, r.Status)
	default:
		text += fmt.Sprintf("generation %d, %s", r.Last().Generation, r.Status)
	}
	return text
}

// title is that of a page about runs.
func title(runs []*Run) string {
	if len(runs) == 1 {
		return runs[0].Heading() + " - evolab"
	}
	var games, names []string
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, r := range runs {
		add(&games, r.gameName())
		add(&names, r.Asked.Name)
	}
	const most = 4
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return fmt.Sprintf("%s: %d runs of %s compared - evolab", strings.Join(games, ", "), len(runs), strings.Join(names, ", "))
}

// gameName is the game as the config has it, with its variant.
func (r *Run) gameName() string { return strings.TrimSpace(r.Asked.Game + " " + r.Asked.Variant) }
