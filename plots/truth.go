package plots

import (
	"errors"
	"fmt"

	"gonum.org/v1/plot/vg"

	"evolab/stats"
)

// TruthPoint is a generation whose best was measured in two ways.
type TruthPoint struct {
	Generation int
	Accuracy   stats.Estimate // share of proven values that it keeps
	Score      stats.Estimate // share of the points against the opponents
}

// TruthData is what the figure of truth shows.
type TruthData struct {
	Title  string
	Points []TruthPoint // by generation
}

// Truth shows the share of proven values that the best of each generation keeps
// beside its score against the opponents: accuracy is a yardstick that does not
// depend on who plays.
func Truth(data TruthData) (*Figure, error) {
	var points []CurvePoint
	var generations []int
	for _, t := range data.Points {
		for what, e := range map[string]stats.Estimate{"accuracy": t.Accuracy, "score": t.Score} {
			if err := checkInterval(fmt.Sprintf("generation %d: %s", t.Generation, what), e); err != nil {
				return nil, fmt.Errorf("truth: %w", err)
			}
		}
		generations = append(generations, t.Generation)
		points = append(points, CurvePoint{Generation: t.Generation, Claimed: &t.Accuracy, Validated: &t.Score})
	}
	err := checkRising(generations)
	if len(points) == 0 {
		err = errors.New("no generations")
	}
	if err != nil {
		return nil, fmt.Errorf("truth: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 7 * vg.Centimeter}
	f.data.add("generation", estimated("accuracy"), estimated("score"))
	for _, t := range data.Points {
		f.data.add(t.Generation, t.Accuracy, t.Score)
	}
	p, _ := newPanel("generation", "share (0 to 1)")
	p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0, 1, evenTicks(5, 1, 1)
	p.X.Tick.Marker = roundTicks{0}
	p.X.Min, p.X.Max = span{0, float64(generations[0]), float64(generations[len(generations)-1])}.widened()
	f.addEstimates(p, points, "score against the opponents, 95 %", vermilion, func(c CurvePoint) stats.Estimate { return *c.Validated })
	f.addEstimates(p, points, "accuracy, 95 %", blue, func(c CurvePoint) stats.Estimate { return *c.Claimed })
	f.panels = []panel{{plot: p}}
	return f, nil
}

// about says where the two curves begin and end.
func (data TruthData) about() string {
	first, last := data.Points[0], data.Points[len(data.Points)-1]
	return fmt.Sprintf("From generation %d to %d: accuracy %s, then %s; score against the opponents %s, then %s.",
		first.Generation, last.Generation, first.Accuracy.Percent(), last.Accuracy.Percent(), first.Score.Percent(), last.Score.Percent())
}
