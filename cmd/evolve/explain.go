package main

import (
	"errors"
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/features"
)

// explainer tells how an agent evaluates the positions that it analyses; nil
// tells nothing.
type explainer struct{ agent agent.Spec }

// newExplainer needs an agent that has an evaluation.
func newExplainer(g agent.Game, name string) (*explainer, error) {
	spec, err := agent.ParseSpec(name)
	if err != nil {
		return nil, badInput(err, "evolve agents lists the agents and their settings")
	}
	start, err := g.Board("", "start")
	if err != nil {
		return nil, err
	}
	_, err = start.Evaluation(spec)
	if errors.Is(err, agent.ErrNoEvaluation) {
		return nil, badInput(err, "leave --explain out, or explain your own weights: --agent frozen:weights=FILE")
	}
	return &explainer{spec}, badInput(err, "a weights file is what evolve freeze writes")
}

// explain takes the evaluation of the position itself apart; what a search sees
// beyond it is in the analysis.
func (e *explainer) explain(b agent.Board) (*features.Explanation, error) {
	if e == nil {
		return nil, nil
	}
	w, err := b.Evaluation(e.agent)
	if err != nil {
		return nil, err
	}
	x, err := b.Explain(w)
	return &x, err
}

// explanationText is a table with a line for each feature.
func explanationText(x *features.Explanation) string {
	var b strings.Builder
	fmt.Fprintf(&b, "evaluation of this position for the side to move%s:\n", phaseText(x))
	width := len("feature")
	for _, p := range x.Features {
		width = max(width, len(p.Feature))
	}
	fmt.Fprintf(&b, "%-*s %7s %11s %8s %13s %10s\n", width, "feature", "value", "normalised", "weight", "contribution", "of total")
	for _, p := range x.Features {
		fmt.Fprintf(&b, "%-*s %7d %+11.3f %+8.3f %+13.3f %10s\n", width, p.Feature, p.Value, p.Normalized, p.Weight, p.Contribution, shareText(p.Share))
	}
	whole := 1.0
	share := &whole
	if x.Score == 0 {
		share = nil
	}
	fmt.Fprintf(&b, "%-*s %7s %11s %8s %+13.3f %10s\n", width, "total", "", "", "", x.Score, shareText(share))
	b.WriteString(shareMeaning + "\n")
	return b.String()
}

// shareMeaning says what the last column is: a reader who takes its sign for
// that of the contribution reads a bad position the wrong way round.
const shareMeaning = "of total: contribution / total. + pulls the total its way, up or down as it is; - pulls against it; together 100 %."

func phaseText(x *features.Explanation) string {
	if x.Phase == features.AllPhases {
		return ""
	}
	if x.From >= 1 {
		return fmt.Sprintf(", by the weights of the %s (%.3g %% of the game is over; those of the endgame are for 100 %%, where no game gets)", x.Phase, 100*x.Progress)
	}
	return fmt.Sprintf(", by the weights of the %s (%.3g %% of the game is over; the endgame begins at %.3g %%)", x.Phase, 100*x.Progress, 100*x.From)
}

func shareText(share *float64) string {
	if share == nil {
		return "-"
	}
	return fmt.Sprintf("%+.1f %%", 100**share)
}
