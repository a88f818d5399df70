package train

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
	"evolab/internal/files"
)

// startEvidence keeps the start genome itself: weights hold the switch of two
// phases in another form, and the last bit of a number decides games.
type startEvidence struct {
	Genome evolve.Genome `json:"genome"`
}

// writeStart keeps the start weights: the file that they came from may change.
func (s *setup) writeStart(folder string) error {
	raw, err := json.Marshal(startEvidence{s.start})
	if err != nil {
		return fmt.Errorf("train: start: %w", err)
	}
	w := s.weights(s.start, fmt.Sprintf("start (%s) of experiment %s, seed %d", s.config.Start, s.config.Name, s.config.Seed))
	w.Evidence = raw
	data, err := w.JSON()
	if err != nil {
		return err
	}
	return files.Replace(filepath.Join(folder, StartFile), data)
}

// ReadStart reads the weights that a run began from.
func ReadStart(folder string) (features.Weights, error) {
	path := filepath.Join(folder, StartFile)
	data, err := files.Read(path, features.MaxBytes)
	if err != nil {
		return features.Weights{}, fmt.Errorf("train: %w", err)
	}
	return readWeights(path, data)
}

// readWeights decodes one of a run's files of weights.
func readWeights(path string, data []byte) (features.Weights, error) {
	w, err := agent.ReadWeights(data)
	if err != nil {
		return w, fmt.Errorf("train: %s: %w", path, err)
	}
	return w, nil
}

func readStartGenome(folder string) (evolve.Genome, error) {
	w, err := ReadStart(folder)
	if err != nil {
		return nil, err
	}
	var e startEvidence
	if err := json.Unmarshal(w.Evidence, &e); err != nil || len(e.Genome) == 0 {
		return nil, fmt.Errorf("train: %s: no genome (%v)", filepath.Join(folder, StartFile), err)
	}
	return e.Genome, nil
}
