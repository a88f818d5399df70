package features

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Schema is the newest form of weights files, that of files with tables or a blend.
// Other files are written as Schema 1, and files that name none are read too.
const Schema = 2

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
		return Weights{}, errors.New("features: weights: text after the JSON object")
	}
	newer := w.Schema
	if err != nil { // perhaps because of what newer versions write
		newer = SchemaOf(data)
	}
	if newer < 0 || newer > Schema {
		return Weights{}, fmt.Errorf("features: weights: schema %d (expected: 0..%d; a newer evolab writes newer ones)", newer, Schema)
	}
	if err != nil {
		return Weights{}, fmt.Errorf("features: weights: %s (expected: a JSON object with game, features, weights)", strings.TrimPrefix(err.Error(), "json: "))
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
	if w.Blend != nil || w.Patterns != nil {
		schema = Schema
	}
	if err := enc.Encode(weightsFile{schema, w}); err != nil {
		return nil, fmt.Errorf("features: weights: %w", err)
	}
	return b.Bytes(), nil
}
