package run

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"evolab/evolve"
	"evolab/internal/sums"
)

// Checkpoint is checkpoint.json: all that a run needs to continue after a
// generation. It is replaced as a whole, once the lines of its generation are on
// the disk.
type Checkpoint struct {
	Schema     int               `json:"schema"`
	Config     string            `json:"config"` // the resolved config that made the generation, as YAML
	Generation evolve.Generation `json:"generation"`
	// Sizes are the bytes of each file of lines that belong to the checkpoint; the
	// rest is from a generation that did not end.
	Sizes map[string]int64 `json:"sizes"`
	// Validated is what the last validation found, and ValidatedAs for whom.
	Validated   *Mix          `json:"validated,omitempty"`
	ValidatedAs evolve.Genome `json:"validated_as,omitempty"`
	Seconds     float64       `json:"seconds"` // of work since the start
	Trained     float64       `json:"trained"` // of them in the games that train, in seconds
}

// Write replaces checkpoint.json, which counts what the recorder has written.
func (c *Checkpoint) Write(folder string, r *Recorder) error {
	c.Sizes = r.Sizes()
	c.Schema = Schema
	data, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("run: checkpoint: %w", err)
	}
	return sums.Replace(folder, CheckpointFile, append(data, '\n'), r.notes()...)
}

// ReadCheckpoint returns nil when no generation has ended yet.
func ReadCheckpoint(folder string) (*Checkpoint, error) {
	path := filepath.Join(folder, CheckpointFile)
	var c Checkpoint
	if err := readJSON(path, 1<<30, &c); isMissing(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if c.Schema < 1 || c.Schema > Schema {
		return nil, fmt.Errorf("run: %s: schema %d (expected: 1..%d; a newer evolab writes newer ones)", path, c.Schema, Schema)
	}
	return &c, nil
}
