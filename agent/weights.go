package agent

import (
	"evolab/features"
	"evolab/internal/files"
)

// ReadWeights decodes the text of a weights file. What is wrong with its form is
// a *files.JSONError, in plain words and with the line; the other errors are
// those of features.Read.
func ReadWeights(data []byte) (features.Weights, error) {
	var form features.Weights
	if err := files.DecodeJSON(data, &form); err != nil {
		return features.Weights{}, err
	}
	return features.Read(data)
}
