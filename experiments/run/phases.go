package run

import (
	"encoding/json"
	"fmt"

	"evolab/features"
)

// Reached is a phase of a champion, and how often its test got there.
type Reached struct {
	features.PhaseAt
	Games float64 `json:"games"` // share of the games
	Plies float64 `json:"plies"` // share of their plies
}

// Rare reports whether so few games reached the phase that its weights have learned
// too little.
func (r Reached) Rare() bool { return r.Games < .05 }

// String is what lists of phases say.
func (r Reached) String() string {
	text := fmt.Sprintf("%s, from %.3g %% of the game: in %.1f %% of the test's games, %.1f %% of their plies", r.Phase, 100*r.From, 100*r.Games, 100*r.Plies)
	if r.Rare() {
		text += " (fewer than 5 %: its weights have hardly been tried)"
	}
	return text
}

// Phases lists the phases of weights in words, with how often they were reached
// where the evidence of a file says so.
func Phases(w *features.Weights) []string {
	var known struct{ Phases []Reached }
	if err := json.Unmarshal(w.Evidence, &known); err != nil {
		known.Phases = nil // evidence of another form, or none
	}
	var list []string
	for i, p := range w.PhaseList() {
		text := fmt.Sprintf("%s, from %.3g %% of the game", p.Phase, 100*p.From)
		if i < len(known.Phases) && known.Phases[i].PhaseAt == p {
			text = known.Phases[i].String()
		}
		list = append(list, text)
	}
	return list
}
