package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"evolab/internal/files"
)

// Labels is labels.json: what people wrote on a run.
type Labels struct {
	Tags  []string `json:"tags"`  // sorted, each once
	Notes []Note   `json:"notes"` // the oldest first
}

// Note is a remark.
type Note struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// maxLabels is more than people write, in bytes.
const maxLabels = 1 << 24

// ReadLabels returns none for a run that nobody wrote on.
func ReadLabels(folder string) (Labels, error) {
	l := Labels{Tags: []string{}, Notes: []Note{}}
	if err := readJSON(filepath.Join(folder, LabelsFile), maxLabels, &l); err != nil && !isMissing(err) {
		return Labels{}, err
	}
	return l, nil
}

// ChangeLabels lets change have the labels, and writes what it makes of them.
// Processes wait for each other.
func ChangeLabels(folder string, change func(*Labels)) (l Labels, err error) {
	lock, err := files.TakeLock(filepath.Join(folder, LabelsFile+".lock"))
	if err != nil {
		return Labels{}, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if l, err = ReadLabels(folder); err != nil {
		return l, err
	}
	change(&l)
	data, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return l, fmt.Errorf("record: labels: %w", err)
	}
	return l, files.Replace(filepath.Join(folder, LabelsFile), append(data, '\n'))
}
