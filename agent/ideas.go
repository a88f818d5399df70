package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/features"
	"evolab/internal/config"
)

// idea is a part of the search that can be switched off, by its usual name.
type idea struct {
	name, doc string
	bit       features.Ideas
}

func ideas() []idea {
	return []idea{
		{"pvs", "principal variation search", features.Scout},
		{"table", "transposition table", features.Table},
		{"quiescence", "forcing moves beyond the depth", features.Quiescence},
		{"lmr", "late-move reductions", features.LateMoves},
		{"history", "history heuristic", features.History},
		{"repetition", "draws by repetition in the tree", features.Repetition},
		{"cycles", "detours around positions that the game has seen", features.Cycles},
		{"probcut", "far outside the window, shallow searches are believed", features.ProbCut},
		{"futility", "near the leaves, an evaluation far outside the window is believed", features.Futility},
		{"forward", "moves that lead away from the goal only at the root", features.Forward},
	}
}

// names lists ideas in the order of the table.
func names(set features.Ideas) []string {
	var list []string
	for _, i := range ideas() {
		if set.Has(i.bit) {
			list = append(list, i.name)
		}
	}
	return list
}

// parseIdeas reads the value of a setting: names with a + between them.
func parseIdeas(setting, text string) (set features.Ideas, err error) {
	if text == "" {
		return 0, nil
	}
	for _, name := range strings.Split(text, "+") {
		i := slices.IndexFunc(ideas(), func(i idea) bool { return i.name == name })
		if i < 0 {
			refused := config.Refuse(setting+" names the idea", name, names(^features.Ideas(0)))
			refused.Message += ", which there is not"
			refused.List = strings.Join(refused.Allowed, ", ") + "; several with + between them"
			return 0, refused
		}
		bit := ideas()[i].bit
		if set.Has(bit) {
			return 0, fmt.Errorf("%s names %s twice", setting, name)
		}
		set |= bit
	}
	return set, nil
}

// knownIdeas are those that apply to the search of a game.
func knownIdeas[S comparable](h *features.Hints[S], repeats bool) features.Ideas {
	set := features.Scout | features.Table | features.History
	if h.Loud != nil {
		set |= features.Quiescence
	}
	if h.Late > 0 {
		set |= features.LateMoves
	}
	if h.Foretold != nil {
		set |= features.ProbCut | features.Futility
	}
	if h.Back != nil {
		set |= features.Forward
	}
	if h.Same != nil {
		set |= features.Repetition
	}
	if repeats {
		set |= features.Cycles
	}
	return set
}

// disabledIdeas are those that an agent's search leaves out: its game's, minus the
// setting with, plus the setting without. Neither may ask for what already holds: a match
// would then measure nothing.
func disabledIdeas[S comparable](h *features.Hints[S], on, off features.Ideas, repeats, plain bool) (features.Ideas, error) {
	const deep = features.Quiescence | features.LateMoves | features.Repetition | features.ProbCut | features.Futility | features.Forward // not if only depth limits a search
	all := knownIdeas(h, repeats)
	for _, i := range ideas() {
		switch {
		case on.Has(i.bit) && off.Has(i.bit):
			return 0, errors.New(i.name + " is both in with and in without")
		case (on | off).Has(i.bit) && !all.Has(i.bit):
			return 0, fmt.Errorf("%s is nothing that the game's search knows (allowed: %s)", i.name, strings.Join(names(all), ", "))
		case plain && (on | off).Has(i.bit) && deep.Has(i.bit):
			return 0, errors.New(i.name + " changes nothing in a search that only depth limits (with nodes or time it does)")
		case on.Has(i.bit) && !h.Without.Has(i.bit):
			return 0, errors.New(i.name + " is on in this game")
		case off.Has(i.bit) && h.Without.Has(i.bit):
			return 0, errors.New(i.name + " is off in this game")
		}
	}
	return h.Without&^on | off, nil
}
