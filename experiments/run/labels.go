package run

import (
	"errors"
	"path/filepath"
	"time"

	"evolab/internal/files"
	"evolab/internal/seal"
)

// Labels is labels.json: what people wrote on a run.
type Labels struct {
	Name  string   `json:"name,omitempty"` // shown in place of the folder's
	Tags  []string `json:"tags"`           // sorted, each once
	Notes []Note   `json:"notes"`          // the oldest first
}

// Note is a remark.
type Note struct {
	At   time.Time `json:"at"`
	Text string    `json:"text"`
}

// ReadLabels returns empty labels for a run without any.
func ReadLabels(folder string) (Labels, error) {
	l := Labels{Tags: []string{}, Notes: []Note{}}
	if err := readJSON(filepath.Join(folder, LabelsFile), maxFile, &l); err != nil && !isMissing(err) {
		return Labels{}, err
	}
	return l, nil
}

// ChangeLabels applies change to the labels and writes them, one process at a time. The
// key is that of the run's seal.
func ChangeLabels(folder string, key seal.Key, change func(*Labels)) (l Labels, err error) {
	lock, err := files.TakeLock(filepath.Join(folder, LabelsFile+".lock"))
	if err != nil {
		return Labels{}, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	if l, err = ReadLabels(folder); err != nil {
		return l, err
	}
	err = amend(folder, key, func(w *seal.Writer) error {
		change(&l)
		return writeJSON(w, LabelsFile, l)
	})
	return l, err
}
