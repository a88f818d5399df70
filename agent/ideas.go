package agent

import (
	"fmt"
	"strings"

	"evolab/features"
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
	}
}

func ideaNames() string { return namesOf(^features.Ideas(0)) }

func namesOf(set features.Ideas) string {
	var names []string
	for _, i := range ideas() {
		if set.Has(i.bit) {
			names = append(names, i.name)
		}
	}
	return strings.Join(names, ", ")
}

// ideas reads names with a + between them.
func (s *settings) ideas(key string) (set features.Ideas) {
	text := s.text(key, "")
	if text == "" {
		return 0
	}
	for _, name := range strings.Split(text, "+") {
		bit := features.Ideas(0)
		for _, i := range ideas() {
			if i.name == name {
				bit = i.bit
			}
		}
		switch {
		case bit == 0:
			s.refuse(fmt.Sprintf("%s names the idea %q, which there is not (allowed: %s; several with + between them)", key, name, ideaNames()))
		case set.Has(bit):
			s.refuse(fmt.Sprintf("%s names %s twice", key, name))
		}
		set |= bit
	}
	return set
}

// known is the ideas that apply to the search of a game.
func known[S comparable](h *features.Hints[S], repeats bool) features.Ideas {
	set := features.Scout | features.Table | features.History
	if h.Loud != nil {
		set |= features.Quiescence
	}
	if h.Late > 0 {
		set |= features.LateMoves
	}
	if h.Foretold != nil {
		set |= features.ProbCut
	}
	if h.Same != nil {
		set |= features.Repetition
	}
	if repeats {
		set |= features.Cycles
	}
	return set
}

// without is the ideas that an agent's search leaves out: its game's, minus the
// spec's with, plus the spec's without. Neither may ask for what already holds: a
// match would then measure nothing.
func without[S comparable](s *settings, h *features.Hints[S], repeats bool) features.Ideas {
	const deep = features.Quiescence | features.LateMoves | features.Repetition | features.ProbCut // not if only depth limits a search
	on, off := s.ideas("with"), s.ideas("without")
	all := known(h, repeats)
	for _, i := range ideas() {
		switch {
		case on.Has(i.bit) && off.Has(i.bit):
			s.refuse(i.name + " is both in with and in without")
		case (on | off).Has(i.bit) && !all.Has(i.bit):
			s.refuse(fmt.Sprintf("%s is nothing that the game's search knows (allowed: %s)", i.name, namesOf(all)))
		case (on | off).Has(i.bit) && deep.Has(i.bit) && s.spec.has("depth") && !s.spec.has("nodes") && !s.spec.Timed():
			s.refuse(i.name + " changes nothing in a search that only depth limits (with nodes or time it does)")
		case on.Has(i.bit) && !h.Without.Has(i.bit):
			s.refuse(i.name + " is on in this game")
		case off.Has(i.bit) && h.Without.Has(i.bit):
			s.refuse(i.name + " is off in this game")
		}
	}
	return h.Without&^on | off
}

func (s *settings) refuse(why string) {
	if s.err == nil {
		s.err = fmt.Errorf("agent: %q: %s", s.spec, why)
	}
}
