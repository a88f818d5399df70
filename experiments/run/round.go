package run

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"evolab/features"
	"evolab/internal/sums"
	"evolab/learn"
	"evolab/stats"
)

// The folders of a run that learns in rounds.
const (
	RoundsFolder    = "rounds"    // weights of each round, as a weights file
	PositionsFolder = "positions" // of the rounds that a fit learns from; see package learn/positions
)

// Round is what a round of self-play came to.
type Round struct {
	Nodes        int     `json:"nodes"` // a move
	Scale        float64 `json:"scale"` // the score that stands for a logit
	learn.Report         // of the fit
	// Before is the score against the best evaluation before, and Kept whether the
	// round's is the best one since.
	Before stats.Estimate `json:"before"`
	Kept   bool           `json:"kept"`
}

// Practice is what a round of games of practice came to.
type Practice struct {
	Games     int     `json:"games"` // of practice, since the start
	Positions int     `json:"positions"`
	Error     float64 `json:"error"` // root of the mean squared difference between values and what they moved to
	Size      float64 `json:"size"`  // mean distance of values from even, in logits
	// Connectives are those of the evaluation, and Came and Went what the learner
	// changed of them after the round.
	Connectives []string `json:"connectives,omitempty"`
	Came        []string `json:"came,omitempty"`
	Went        []string `json:"went,omitempty"`
}

// StateFile is the path of what a learner from practice knows after a round.
func StateFile(folder string, n int) string {
	return filepath.Join(folder, filepath.FromSlash(stateName(n)))
}

func stateName(n int) string { return fmt.Sprintf("%s/state-%d.json", RoundsFolder, n) }

// WriteState writes what is known after a round.
func WriteState(folder string, n int, data []byte) error {
	return sums.Replace(folder, stateName(n), data)
}

// RoundFile is the path of a round's weights.
func RoundFile(folder string, n int) string {
	return filepath.Join(folder, filepath.FromSlash(roundName(n)))
}

func roundName(n int) string { return fmt.Sprintf("%s/round-%d.json", RoundsFolder, n) }

// WriteRound writes a round's weights.
func WriteRound(folder string, n int, w features.Weights) error {
	data, err := w.JSON()
	if err != nil {
		return err
	}
	return sums.Replace(folder, roundName(n), data)
}

// ReadRound reads a round's weights.
func ReadRound(folder string, n int) (features.Weights, error) {
	w, _, err := readWeights(RoundFile(folder, n))
	return w, err
}

// PositionsFile is the path of a round's positions.
func PositionsFile(folder string, n int) string {
	return filepath.Join(folder, PositionsFolder, fmt.Sprintf("round-%d.positions", n))
}

// ForgetPositions removes the positions of the rounds before n.
func ForgetPositions(folder string, n int) error {
	for k := n - 1; k > 0; k-- {
		err := os.Remove(PositionsFile(folder, k))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("run: %w", err)
		}
	}
	return nil
}
