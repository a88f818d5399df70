package agent

import (
	"evolab/features"
	"evolab/internal/files"
)

// ReadWeights decodes the text of a weights file. Errors in its form are
// *files.JSONError, in plain words and with the line; all others are those of
// features.Read.
func ReadWeights(data []byte) (features.Weights, error) {
	var form features.Weights
	if err := files.DecodeJSON(data, &form); err != nil {
		return features.Weights{}, err
	}
	return features.Read(data)
}
