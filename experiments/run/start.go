package run

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"evolab/agent"
	"evolab/evolve"
	"evolab/features"
	"evolab/internal/files"
	"evolab/internal/sums"
)

// startEvidence keeps the start genome itself: weights have another form of the
// switch of two phases, and the last bit of a number decides games.
type startEvidence struct {
	Genome evolve.Genome `json:"genome"`
}

// WriteStart keeps the start weights and their genome: the file that they came
// from may change.
func WriteStart(folder string, w features.Weights, genome evolve.Genome) error {
	return writeWeights(folder, StartFile, w, startEvidence{genome})
}

func writeWeights(folder, name string, w features.Weights, evidence any) (err error) {
	if w.Evidence, err = json.Marshal(evidence); err != nil {
		return fmt.Errorf("run: %s: %w", name, err)
	}
	data, err := w.JSON()
	if err != nil {
		return err
	}
	return sums.Replace(folder, name, data)
}

// ReadStart reads the weights that a run began from.
func ReadStart(folder string) (features.Weights, error) {
	w, _, err := readWeights(filepath.Join(folder, StartFile))
	return w, err
}

// readWeights reads one of a run's files of weights.
func readWeights(path string) (w features.Weights, data []byte, err error) {
	if data, err = files.Read(path, features.MaxBytes); err != nil {
		return w, nil, fmt.Errorf("run: %w", err)
	}
	if w, err = agent.ReadWeights(data); err != nil {
		err = fmt.Errorf("run: %s: %w", path, err)
	}
	return w, data, err
}

// ReadStartGenome reads the genome that a run began from.
func ReadStartGenome(folder string) (evolve.Genome, error) {
	w, err := ReadStart(folder)
	if err != nil {
		return nil, err
	}
	var e startEvidence
	if err := json.Unmarshal(w.Evidence, &e); err != nil || len(e.Genome) == 0 {
		return nil, fmt.Errorf("run: %s: no genome (%v)", filepath.Join(folder, StartFile), err)
	}
	return e.Genome, nil
}
