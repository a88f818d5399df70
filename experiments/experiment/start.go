package experiment

import (
	"evolab/agent"
	"evolab/features"
	"evolab/internal/files"
)

// ReadStartWeights reads a file of start weights and checks that they fit the game.
func ReadStartWeights(file, game string, known []features.Feature) (features.Weights, error) {
	data, err := files.Read(file, features.MaxBytes)
	if err != nil {
		return features.Weights{}, err
	}
	w, err := agent.ReadWeights(data)
	if err == nil {
		err = w.Check(game, known)
	}
	return w, err
}
