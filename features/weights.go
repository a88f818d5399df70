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

	"evolab/features/net"
	"evolab/features/pattern"
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
	// Net is a net beside them; NetName is then among the features, with the weight of
	// its output.
	Net *net.Net `json:"net,omitempty"`
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

// Share is what the sum of all patterns (PatternsName) or the net (NetName) weighs, 0 if it
// does not weigh the same in all phases, or if there is none.
func (w *Weights) Share(name string) float64 {
	at := slices.Index(w.Features, name)
	if at < 0 {
		return 0
	}
	for _, values := range w.later() {
		if values[at] != w.Values[at] {
			return 0
		}
	}
	return w.Values[at]
}

func (w Weights) checkShape() error {
	if w.Game == "" {
		return errors.New("no game is named")
	}
	if len(w.Features) == 0 || len(w.Features) > Max+MaxConnectives {
		return fmt.Errorf("number of features: %d (allowed: 1..%d)", len(w.Features), Max+MaxConnectives)
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
	if w.Net != nil {
		if !slices.Contains(w.Features, NetName) {
			return fmt.Errorf("a net and the feature %q go together: the feature is missing", NetName)
		}
		if err := w.Net.Check(); err != nil {
			return fmt.Errorf("net: %w", err)
		}
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
		return fmt.Errorf("number of weights: %d (expected: %d, one for each feature)", len(values), len(names))
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
		return fmt.Errorf("weights: %w", err)
	}
	if w.Game != game {
		return fmt.Errorf("weights for %q given to %q", w.Game, game)
	}
	connectives := 0
	for _, name := range w.Features {
		if name == PatternsName || name == NetName && w.Net != nil {
			continue
		}
		if IsConnective(name) {
			connectives++
			if _, err := ParseConnective(name, list); err != nil {
				return err
			}
			continue
		}
		if name == NetName && Index(list, name) < 0 {
			return fmt.Errorf("weights: a net and the feature %q go together: the net is missing", NetName)
		}
		if Index(list, name) < 0 {
			return fmt.Errorf("weights name the feature %q, which %s does not have (known: %s)",
				name, game, strings.Join(Names(list), ", "))
		}
	}
	if connectives > MaxConnectives {
		return fmt.Errorf("number of connectives: %d (allowed: 0..%d)", connectives, MaxConnectives)
	}
	return nil
}

// PhaseAt is a phase of an evaluation, and from where on it counts.
type PhaseAt struct {
	Phase string `json:"phase"`
	// From is how far a game has gone when the phase begins, 0..1. A phase of a blend
	// begins halfway between its place and the one before, where it counts for half.
	From float64 `json:"from"`
}

// PhaseList lists the phases of weights, none for weights of one phase.
func (w *Weights) PhaseList() []PhaseAt {
	switch {
	case w.Endgame != nil:
		return []PhaseAt{{OpeningPhase, 0}, {EndgamePhase, w.Endgame.From}}
	case w.Blend == nil:
		return nil
	}
	list := []PhaseAt{{Phase: phaseName(0)}}
	for i := 1; i < len(w.Blend.At); i++ {
		list = append(list, PhaseAt{phaseName(i), (w.Blend.At[i-1] + w.Blend.At[i]) / 2})
	}
	return list
}

func phaseName(i int) string { return "phase " + string(rune('1'+i)) }

// Schema is the newest form of weights files, that of files with a net. Those with
// tables or a blend are written as schema 2 and others as 1, and files that name none
// are read too.
const Schema = 3

// weightsFile is what a file holds.
type weightsFile struct {
	Schema int `json:"schema,omitempty"`
	Weights
}

// MaxBytes is more than a weights file with its evidence needs.
const MaxBytes = 8 << 20

// Read decodes a weights file. It checks everything that needs no knowledge of
// the game: see Check for the rest.
func Read(data []byte) (Weights, error) {
	var w weightsFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	err := dec.Decode(&w)
	if _, end := dec.Token(); err == nil && end != io.EOF {
		return Weights{}, errors.New("weights: text after the JSON object")
	}
	newer := w.Schema
	if err != nil { // perhaps because of what newer versions write
		newer = SchemaOf(data)
	}
	if newer < 0 || newer > Schema {
		return Weights{}, fmt.Errorf("weights: schema %d (expected: 0..%d; a newer evolab writes newer ones)", newer, Schema)
	}
	if err != nil {
		return Weights{}, fmt.Errorf("weights: %s (expected: a JSON object with game, features, weights)", strings.TrimPrefix(err.Error(), "json: "))
	}
	if bytes.Contains(data, []byte("null")) && hasNull(data) {
		return Weights{}, errors.New("weights: null instead of a weight")
	}
	if err := w.checkShape(); err != nil {
		return Weights{}, fmt.Errorf("weights: %w", err)
	}
	return w.Weights, nil
}

// SchemaOf is the schema that a JSON text claims to have, 0 if it claims none.
func SchemaOf(data []byte) int {
	var head struct{ Schema int }
	_ = json.Unmarshal(data, &head) // other errors are for others to report
	return head.Schema
}

// hasNull reports whether a list of weights holds null, which decodes as 0.
func hasNull(data []byte) bool {
	var lists struct {
		Weights []*float64
		Endgame struct{ Weights []*float64 }
		Blend   struct {
			At      []*float64
			Weights [][]*float64
		}
	}
	_ = json.Unmarshal(data, &lists) // it has been decoded before
	all := slices.Concat(lists.Weights, lists.Endgame.Weights, lists.Blend.At, slices.Concat(lists.Blend.Weights...))
	return slices.Contains(all, nil)
}

// JSON is the inverse of Read, with a line for each field.
func (w Weights) JSON() ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false) // connectives should be readable
	enc.SetIndent("", " ")
	schema := 1
	switch {
	case w.Net != nil:
		schema = Schema
	case w.Blend != nil || w.Patterns != nil:
		schema = 2
	}
	if err := enc.Encode(weightsFile{schema, w}); err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	return b.Bytes(), nil
}

// Names lists what can be left out of weights: features and connectives, and
// shapes of patterns.
func (w *Weights) Names() []string {
	names := slices.Clone(w.Features)
	if w.Patterns == nil {
		return names
	}
	for _, shape := range w.Patterns.Shapes {
		if !slices.Contains(names, shape) {
			names = append(names, shape)
		}
	}
	return names
}

// Leave returns the weights without some of their features, connectives, or
// shapes: those that an ablation has shown to harm. Nothing is known of the strength
// of the result, so it has no evidence. Geometry, Set.Geometry, is asked only about
// shapes. It is an error to name what has no weight, and to leave nothing.
func (w Weights) Leave(names []string, geometry func(variant string) (pattern.Geometry, error)) (Weights, error) {
	for _, name := range names {
		if known := w.Names(); !slices.Contains(known, name) {
			return Weights{}, fmt.Errorf("weights without %q: they do not have it (they have: %s)", name, strings.Join(known, ", "))
		}
	}
	tables, err := w.leaveShapes(names, geometry)
	if err != nil {
		return Weights{}, err
	}
	left := Weights{Game: w.Game, Variant: w.Variant, Patterns: tables}
	if !slices.Contains(names, NetName) {
		left.Net = w.Net
	}
	if w.Endgame != nil {
		left.Endgame = &Endgame{From: w.Endgame.From}
	}
	if w.Blend != nil {
		left.Blend = &Blend{At: w.Blend.At, Values: make([][]float64, len(w.Blend.Values))}
	}
	for i, name := range w.Features {
		if slices.Contains(names, name) || name == PatternsName && tables == nil {
			continue
		}
		left.Features, left.Values = append(left.Features, name), append(left.Values, w.Values[i])
		if w.Endgame != nil {
			left.Endgame.Values = append(left.Endgame.Values, w.Endgame.Values[i])
		}
		for phase := range w.later() {
			left.Blend.Values[phase] = append(left.Blend.Values[phase], w.Blend.Values[phase][i])
		}
	}
	if len(left.Features) == 0 {
		return Weights{}, errors.New("no weights are left")
	}
	left.Source = strings.TrimPrefix(w.Source+", without "+strings.Join(names, ", "), ", ")
	return left, nil
}

// leaveShapes returns the tables of the other shapes, nil if there are none.
func (w *Weights) leaveShapes(names []string, geometry func(variant string) (pattern.Geometry, error)) (*Tables, error) {
	if w.Patterns == nil || slices.Contains(names, PatternsName) {
		return nil, nil
	}
	left := &Tables{Shapes: slices.DeleteFunc(slices.Clone(w.Patterns.Shapes), func(s string) bool { return slices.Contains(names, s) })}
	switch {
	case len(left.Shapes) == len(w.Patterns.Shapes):
		return w.Patterns, nil
	case len(left.Shapes) == 0:
		return nil, nil
	}
	g, err := geometry(w.Variant)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	l, err := pattern.New(w.Patterns.Shapes, g)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	phases, err := w.Patterns.phases(l)
	if err != nil {
		return nil, fmt.Errorf("patterns: %w", err)
	}
	for _, table := range l.Without(names) {
		left.Tables = append(left.Tables, w.Patterns.Tables[table*phases:(table+1)*phases]...)
	}
	return left, nil
}
