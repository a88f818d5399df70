package features

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// Schema is the form of the weights files that are written. Schema 0, those that
// name none, is read as well.
const Schema = 1

// weightsFile is what a file holds.
type weightsFile struct {
	Schema int `json:"schema,omitempty"`
	Weights
}

// Phases lists the weights of each phase.
func (w *Weights) Phases() [][]float64 {
	if w.Endgame == nil {
		return [][]float64{w.Values}
	}
	return [][]float64{w.Values, w.Endgame.Values}
}

// Read decodes a weights file. It checks everything that needs no knowledge of
// the game: see Check for the rest.
func Read(data []byte) (Weights, error) {
	var w weightsFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(&w)
	if newer := SchemaOf(data); newer < 0 || newer > Schema {
		return Weights{}, fmt.Errorf("features: weights: schema %d (expected: 0..%d; a newer evolab writes newer ones)", newer, Schema)
	}
	if err != nil {
		return Weights{}, fmt.Errorf("features: weights: %s (expected: a JSON object with game, features, weights)", strings.TrimPrefix(err.Error(), "json: "))
	}
	if _, err := dec.Token(); err != io.EOF {
		return Weights{}, errors.New("features: weights: text after the JSON object")
	}
	if bytes.Contains(data, []byte("null")) && hasNull(data) {
		return Weights{}, errors.New("features: weights: null instead of a weight")
	}
	if err := w.checkShape(); err != nil {
		return Weights{}, fmt.Errorf("features: weights: %w", err)
	}
	return w.Weights, nil
}

// SchemaOf is the schema that a JSON text claims to have, 0 if it claims none.
func SchemaOf(data []byte) int {
	var head struct{ Schema int }
	_ = json.Unmarshal(data, &head) // whatever else is wrong is for others to say
	return head.Schema
}

// hasNull reports whether a list of weights holds null, which decodes as 0.
func hasNull(data []byte) bool {
	var lists struct {
		Weights []*float64
		Endgame struct{ Weights []*float64 }
	}
	_ = json.Unmarshal(data, &lists) // it has been decoded before
	return slices.Contains(append(lists.Weights, lists.Endgame.Weights...), nil)
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

// MaxBytes is more than a weights file with its evidence needs.
const MaxBytes = 1 << 20

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

// JSON is the inverse of Read, with a line for each field.
func (w Weights) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // connectives are to be read
	enc.SetIndent("", " ")
	if err := enc.Encode(weightsFile{Schema, w}); err != nil {
		return nil, fmt.Errorf("features: weights: %w", err)
	}
	return b.Bytes(), nil
}
