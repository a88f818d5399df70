package features

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Weights is a weight for each of some features of a game: what optimisers
// make, files hold, and the evaluation is built from. A feature that is not
// listed is absent from the evaluation. Names of connectives stand among those
// of features.
type Weights struct {
	Game     string    `json:"game"`
	Variant  string    `json:"variant,omitempty"` // whose games they were made by, if that is known
	Features []string  `json:"features"`
	Values   []float64 `json:"weights"` // per standard deviation of the feature
	// Endgame, if there is one, takes over once a game has gone far enough.
	Endgame *Endgame `json:"endgame,omitempty"`
	// Blend, which excludes Endgame, has the weights change little by little.
	Blend *Blend `json:"blend,omitempty"`
	// Patterns are tables beside the features; PatternsName is then among these, with
	// the weight of their sum.
	Patterns *Tables `json:"patterns,omitempty"`
	// Source says in one line where the weights come from.
	Source string `json:"source,omitempty"`
	// Evidence is what is known of their strength, in any form.
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// Endgame is the second phase of an evaluation: other weights of the same
// features.
type Endgame struct {
	// From is how far a game has gone when it begins, 0..1; see Set.Progress.
	From   float64   `json:"from"`
	Values []float64 `json:"weights"`
}

// Phases lists the weights of each phase.
func (w *Weights) Phases() [][]float64 {
	list := [][]float64{w.Values}
	if w.Endgame != nil {
		list = append(list, w.Endgame.Values)
	}
	return append(list, w.later()...)
}

func (w Weights) checkShape() error {
	if w.Game == "" {
		return errors.New("no game is named")
	}
	if len(w.Features) == 0 || len(w.Features) > Max+MaxConnectives {
		return fmt.Errorf("%d features (allowed: 1..%d)", len(w.Features), Max+MaxConnectives)
	}
	if e := w.Endgame; e != nil && !(e.From >= 0 && e.From <= 1) {
		return fmt.Errorf("the endgame begins at %v (allowed: 0..1)", e.From)
	}
	if err := w.checkBlend(); err != nil {
		return err
	}
	if slices.Contains(w.Features, PatternsName) != (w.Patterns != nil) {
		return fmt.Errorf("tables and the feature %q go together: one of them is missing", PatternsName)
	}
	seen := make(map[string]bool, len(w.Features))
	for _, name := range w.Features {
		if seen[name] {
			return fmt.Errorf("feature %q is listed twice", name)
		}
		seen[name] = true
	}
	for _, values := range w.Phases() {
		if err := checkValues(w.Features, values); err != nil {
			return err
		}
	}
	return nil
}

func checkValues(names []string, values []float64) error {
	if len(values) != len(names) {
		return fmt.Errorf("%d weights for %d features", len(values), len(names))
	}
	for i, v := range values {
		if math.IsNaN(v) || math.Abs(v) > maxWeight {
			return fmt.Errorf("weight of %q is %v (allowed: -%g..%g)", names[i], v, maxWeight, maxWeight)
		}
	}
	return nil
}

const maxWeight = 1e9

// Check reports whether the weights fit a game: its name, and every feature that
// the weights name.
func (w Weights) Check(game string, list []Feature) error {
	if err := w.checkShape(); err != nil {
		return fmt.Errorf("features: weights: %w", err)
	}
	if w.Game != game {
		return fmt.Errorf("features: weights for %q given to %q", w.Game, game)
	}
	connectives := 0
	for _, name := range w.Features {
		if name == PatternsName {
			continue
		}
		if IsConnective(name) {
			connectives++
			if _, err := ParseConnective(name, list); err != nil {
				return err
			}
			continue
		}
		if Index(list, name) < 0 {
			return fmt.Errorf("features: weights name the feature %q, which %s does not have (known: %s)",
				name, game, strings.Join(Names(list), ", "))
		}
	}
	if connectives > MaxConnectives {
		return fmt.Errorf("features: %d connectives (allowed: 0..%d)", connectives, MaxConnectives)
	}
	return nil
}
