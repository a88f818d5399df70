// Package frozen holds the weights that programs embed, in slots: those of the
// agent frozen, which is shipped, in this folder; in evolved/ those that evolution
// has found over named features; and in qlearning/ and champion/ those of the
// assignments' opponents, which stay as they are (OPPONENTS.md there says where they
// come from). A slot has a file for each game, GAME.json, and another one,
// GAME-VARIANT.json, for a board size with weights of its own. Where the agent
// frozen has no file, it uses that of evolved. `evolve freeze` replaces those of
// frozen and evolved.
package frozen

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"evolab/features"
)

// The pattern *.* has a match even while every game falls back to evolved.
//
//go:embed *.* evolved/*.json qlearning/*.json champion/*.json
var files embed.FS

// ErrNone is the error of a game for which nothing has been frozen yet.
var ErrNone = errors.New("no weights are frozen")

// Slot is a place for weights, called after the agent that plays with them.
type Slot string

// Slots of stored weights.
const (
	Frozen  Slot = "frozen"
	Evolved Slot = "evolved"
	// QLearning and Champion are fixed: what is measured against them stays true.
	QLearning Slot = "qlearning"
	Champion  Slot = "champion"
)

// File is the path of the file with a game's weights from this package's folder;
// the variant "" is the usual one.
func (s Slot) File(game, variant string) string {
	if variant != "" {
		game += "-" + variant
	}
	folder := string(s)
	if s == Frozen {
		folder = ""
	}
	return path.Join(folder, game+".json")
}

// Has reports whether the slot has a file of its own.
func (s Slot) Has(game, variant string) bool {
	_, err := fs.Stat(files, s.File(game, variant))
	return err == nil
}

// Variants lists a game's variants with weights of their own, "" for the usual
// one.
func (s Slot) Variants(game string) []string {
	variants := []string{""}
	for _, slot := range s.lookupOrder() {
		names, err := fs.Glob(files, slot.File(game, "*"))
		if err != nil {
			panic(err) // a game's name is no pattern
		}
		for _, name := range names {
			variant := strings.TrimSuffix(strings.TrimPrefix(path.Base(name), game+"-"), ".json")
			if !slices.Contains(variants, variant) {
				variants = append(variants, variant)
			}
		}
	}
	slices.Sort(variants)
	return variants
}

// lookupOrder lists the slots in which the weights of a slot are looked for.
func (s Slot) lookupOrder() []Slot {
	if s == Frozen {
		return []Slot{Frozen, Evolved}
	}
	return []Slot{s}
}

// Weights returns a slot's weights for a variant, which has to be one of
// Variants.
func (s Slot) Weights(game, variant string) (features.Weights, error) {
	for _, slot := range s.lookupOrder() {
		name := slot.File(game, variant)
		data, err := files.ReadFile(name)
		if err != nil {
			continue
		}
		w, err := features.Read(data)
		if err != nil {
			return w, fmt.Errorf("%s: %w", name, err)
		}
		return w, nil
	}
	return features.Weights{}, fmt.Errorf("%w for %q", ErrNone, strings.TrimSuffix(s.File(game, variant), ".json"))
}

// Weights returns those of the agent frozen for a game's usual variant.
func Weights(game string) (features.Weights, error) { return Frozen.Weights(game, "") }

// Evaluation is that of a game with the frozen weights, in whole numbers.
func Evaluation[S comparable](set features.Set[S]) (features.Linear[S], error) {
	w, err := Weights(set.Game)
	if err != nil {
		return features.Linear[S]{}, err
	}
	return evaluation(set, w)
}

// evaluation is that of a game with some weights. Shipped code lacks the board's
// geometry for patterns, so it is added here.
func evaluation[S comparable](set features.Set[S], w features.Weights) (features.Linear[S], error) {
	set.Geometry = geometry(set.Game)
	return features.NewLinear(set, w)
}
