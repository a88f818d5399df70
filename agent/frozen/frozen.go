// Package frozen holds the weights that the shipped agent embeds: a file for
// each game, GAME.json, and one more, GAME-VARIANT.json, for a size of the board
// that wants weights of its own. `evolve freeze` replaces them.
package frozen

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"evolab/features"
)

//go:embed *.json
var files embed.FS

// ErrNone is the error of a game for which nothing has been frozen yet.
var ErrNone = errors.New("frozen: no weights are frozen")

// File is the name of the file with a game's weights in this package's folder;
// the variant "" is the usual one.
func File(game, variant string) string {
	if variant != "" {
		game += "-" + variant
	}
	return game + ".json"
}

// Variants lists a game's variants with weights of their own, "" for the usual
// one.
func Variants(game string) []string {
	variants := []string{""}
	names, err := fs.Glob(files, game+"-*.json")
	if err != nil {
		panic(err) // a game's name is no pattern
	}
	for _, name := range names {
		variants = append(variants, strings.TrimSuffix(strings.TrimPrefix(name, game+"-"), ".json"))
	}
	return variants
}

// Weights returns the frozen weights of a game's usual variant.
func Weights(game string) (features.Weights, error) { return WeightsOf(game, "") }

// WeightsOf returns the frozen weights of a variant, which has to be one of
// Variants.
func WeightsOf(game, variant string) (features.Weights, error) {
	name := File(game, variant)
	data, err := files.ReadFile(name)
	if err != nil {
		return features.Weights{}, fmt.Errorf("%w for %q", ErrNone, strings.TrimSuffix(name, ".json"))
	}
	w, err := features.Read(data)
	if err != nil {
		return w, fmt.Errorf("frozen: %s: %w", name, err)
	}
	return w, nil
}

// Evaluation is that of a game with the frozen weights, in whole numbers.
func Evaluation[S comparable](set features.Set[S]) (features.Linear[S], error) {
	w, err := Weights(set.Game)
	if err != nil {
		return features.Linear[S]{}, err
	}
	return features.NewLinear(set, w)
}
