// Package frozen holds the weights that the shipped agent embeds, one file for
// each game. `evolve freeze` replaces them.
package frozen

import (
	"embed"
	"fmt"

	"evolab/features"
)

//go:embed *.json
var files embed.FS

// File is the name of a game's weights file in this package's folder.
func File(game string) string { return game + ".json" }

// Weights returns the frozen weights of a game.
func Weights(game string) (features.Weights, error) {
	data, err := files.ReadFile(File(game))
	if err != nil {
		return features.Weights{}, fmt.Errorf("frozen: no weights are frozen for %q", game)
	}
	w, err := features.Read(data)
	if err != nil {
		return w, fmt.Errorf("frozen: %s: %w", File(game), err)
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
