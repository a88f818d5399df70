package record

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

// WriteStart keeps the start weights and their genome: the file that they came
// from may change.
func WriteStart(folder string, w features.Weights, genome evolve.Genome) error {
	raw, err := json.Marshal(startEvidence{genome})
	if err != nil {
		return fmt.Errorf("record: start: %w", err)
	}
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
		return features.Weights{}, fmt.Errorf("record: %w", err)
	}
	return readWeights(path, data)
}

// readWeights decodes one of a run's files of weights.
func readWeights(path string, data []byte) (features.Weights, error) {
	w, err := agent.ReadWeights(data)
	if err != nil {
		return w, fmt.Errorf("record: %s: %w", path, err)
	}
	return w, nil
}

// ReadStartGenome reads the genome that a run began from.
func ReadStartGenome(folder string) (evolve.Genome, error) {
	w, err := ReadStart(folder)
	if err != nil {
		return nil, err
	}
	var e startEvidence
	if err := json.Unmarshal(w.Evidence, &e); err != nil || len(e.Genome) == 0 {
		return nil, fmt.Errorf("record: %s: no genome (%v)", filepath.Join(folder, StartFile), err)
	}
	return e.Genome, nil
}
