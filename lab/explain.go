package lab

import (
	"errors"
	"fmt"
	"strings"

	"evolab/agent"
	"evolab/experiments/run"
	"evolab/features"
)

// explainer explains an agent's evaluations; nil explains nothing.
type explainer agent.Spec

// newExplainer needs an agent that has an evaluation.
func newExplainer(g agent.Game, name string) (*explainer, error) {
	spec, err := parseSpec(name)
	if err != nil {
		return nil, err
	}
	start, err := g.Board("", "start")
	if err != nil {
		return nil, err
	}
	_, err = start.Evaluation(spec)
	if errors.Is(err, agent.ErrNoEvaluation) {
		return nil, badInput(err, "leave out --explain, or explain your own weights: --agent frozen:weights=FILE")
	}
	return (*explainer)(&spec), badInput(err, "a weights file is what evolve freeze writes")
}

// explain breaks down the evaluation of the position itself; the analysis has
// what a search finds beyond it.
func (e *explainer) explain(b agent.Board) (*explanation, error) {
	if e == nil {
		return nil, nil
	}
	w, err := b.Evaluation(agent.Spec(*e))
	if err != nil {
		return nil, err
	}
	x, err := b.Explain(w)
	return &explanation{x, run.Phases(&w)}, err
}

// explanation adds what is known of the phases of the weights.
type explanation struct {
	features.Explanation
	Phases []string `json:"phases,omitempty"`
}

// explanationText is a table with a line for each feature.
func explanationText(x *explanation) string {
	var b strings.Builder
	b.WriteString("evaluation of this position for the side to move")
	switch x.Phase {
	case features.BlendPhase:
		fmt.Fprintf(&b, ", by weights between its phases (%.3g %% of the game is over)", 100*x.Progress)
	case features.OpeningPhase, features.EndgamePhase:
		after := fmt.Sprintf("the endgame begins at %.3g %%", 100*x.From)
		if x.From >= 1 {
			after = "those of the endgame are for 100 %, which no game reaches"
		}
		fmt.Fprintf(&b, ", by the weights of the %s (%.3g %% of the game is over; %s)", x.Phase, 100*x.Progress, after)
	}
	b.WriteString(":\n")
	for _, p := range x.Phases {
		fmt.Fprintf(&b, "phase: %s\n", p)
	}
	width := len("feature")
	for _, p := range x.Features {
		width = max(width, len(p.Feature))
	}
	fmt.Fprintf(&b, "%-*s %7s %11s %8s %13s %10s\n", width, "feature", "value", "normalised", "weight", "contribution", "of total")
	for _, p := range x.Features {
		fmt.Fprintf(&b, "%-*s %7d %+11.3f %+8.3f %+13.3f %10s\n", width, p.Feature, p.Value, p.Normalized, p.Weight, p.Contribution, shareText(p.Share))
	}
	var share *float64
	if whole := 1.0; x.Score != 0 {
		share = &whole
	}
	fmt.Fprintf(&b, "%-*s %7s %11s %8s %+13.3f %10s\n", width, "total", "", "", "", x.Score, shareText(share))
	b.WriteString(placesText(x.Places))
	b.WriteString(shareMeaning + "\n")
	return b.String()
}

// placesText is a table of the places of the patterns that count most.
func placesText(places []features.Place) string {
	if len(places) == 0 {
		return ""
	}
	width := len("pattern")
	board := len("board")
	for _, p := range places {
		width, board = max(width, len(p.Shape)), max(board, len(p.Board))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "of patterns, the places that count most (x own, o enemy, . empty, - not looked at; place: row,column of the upper left corner):\n")
	fmt.Fprintf(&b, "%-*s %6s %-*s %8s %13s %10s\n", width, "pattern", "place", board, "board", "weight", "contribution", "of total")
	for _, p := range places {
		row, col := p.Cells[0][0], p.Cells[0][1]
		for _, c := range p.Cells {
			row, col = min(row, c[0]), min(col, c[1])
		}
		fmt.Fprintf(&b, "%-*s %6s %-*s %+8.3f %+13.3f %10s\n", width, p.Shape, fmt.Sprintf("%d,%d", row, col), board, p.Board, p.Weight, p.Contribution, shareText(p.Share))
	}
	return b.String()
}

// shareMeaning explains the last column: whoever takes its sign for that of the
// contribution misreads a bad position.
const shareMeaning = "of total: contribution / total. + pushes the total the way it already points, up or down; - pushes against it; together 100 %."

func shareText(share *float64) string {
	if share == nil {
		return "-"
	}
	return fmt.Sprintf("%+.1f %%", 100**share)
}
