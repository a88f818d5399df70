package agent

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/agent/frozen"
	"evolab/features"
)

// ErrNoEvaluation is the error of agents that do not choose by a linear
// evaluation.
var ErrNoEvaluation = errors.New("has no linear evaluation")

// evaluators are the agents with a linear evaluation.
var evaluators = [...]string{string(frozen.Frozen), string(frozen.Evolved), "hand"}

func (b *board[S, P]) Evaluation(spec Spec) (features.Weights, error) {
	if !slices.Contains(evaluators[:], spec.Name) {
		return features.Weights{}, fmt.Errorf("agent: %q %w (allowed: %s)", spec, ErrNoEvaluation, strings.Join(evaluators[:], ", "))
	}
	list, err := b.parts.weights(&settings{spec: spec})
	if err != nil {
		return features.Weights{}, err
	}
	return list[b.parts.fitting(list, &b.state)].weights, nil
}

func (b *board[S, P]) Explain(w features.Weights) (features.Explanation, error) {
	return features.Explain(b.parts.Set, w, &b.state)
}
