package plots

import (
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"evolab/internal/quantity"
)

// ScoresData is how the generations of a run did in their training games.
type ScoresData struct {
	Title     string
	Opponents []string
	Curves    [][]ScorePoint // one for each opponent, by generation
}

// ScorePoint is the score of a generation against an opponent.
type ScorePoint struct {
	Generation int
	Score      float64 // 0..1
}

// Scores shows the scores against each opponent by generation. Games of training are not
// independent, so they have no intervals.
func Scores(data ScoresData) (*Figure, error) {
	if err := data.check(); err != nil {
		return nil, fmt.Errorf("scores: %w", err)
	}
	f := &Figure{title: data.Title, about: data.about(), panelHeight: 8 * vg.Centimeter}
	f.data.add("opponent", "generation", "score")
	curves := make([]plotter.XYs, len(data.Curves))
	first, last := data.Curves[0][0].Generation, 0
	for i, points := range data.Curves {
		for _, c := range points {
			f.data.add(data.Opponents[i], c.Generation, c.Score)
			curves[i] = append(curves[i], plotter.XY{X: float64(c.Generation), Y: c.Score})
			first, last = min(first, c.Generation), max(last, c.Generation)
		}
	}
	p, _ := newPanel("generation", "score in training games (0 to 1)")
	p.X.Tick.Marker, p.Y.Tick.Marker = roundTicks{0}, evenTicks(5, 1, 1)
	order := descending(len(curves), func(i int) float64 { return -float64(i) })
	count := min(maxNamed, len(order))
	if others := order[count:]; len(others) > 0 {
		f.key = addGrey(p, curves, others, "opponent")
	}
	labels := addColoured(p, curves, order[:count], func(i int) string { return shortened(data.Opponents[i]) })
	p.X.Min, p.X.Max = span{0, float64(first), float64(last)}.widened()
	p.Y.Min, p.Y.Max = 0, 1
	f.panels = []panel{labelled(p, labels)}
	return f, nil
}

func (data ScoresData) check() error {
	if len(data.Opponents) == 0 || len(data.Opponents) != len(data.Curves) {
		return errors.New("not a curve for each opponent")
	}
	for i, points := range data.Curves {
		var generations []int
		for _, c := range points {
			generations = append(generations, c.Generation)
			if err := checkShares(data.Opponents[i]+": a score", c.Score); err != nil {
				return err
			}
		}
		if len(points) == 0 {
			return fmt.Errorf("%s: no scores", data.Opponents[i])
		}
		if err := checkRising(generations); err != nil {
			return fmt.Errorf("%s: %w", data.Opponents[i], err)
		}
	}
	return nil
}

func (data ScoresData) about() string {
	var list []string
	for i, points := range data.Curves {
		last := points[len(points)-1]
		list = append(list, fmt.Sprintf("%s %.1f %% in generation %d", data.Opponents[i], 100*last.Score, last.Generation))
	}
	return fmt.Sprintf("The scores against %s in training games. The last ones: %s.", quantity.Of(len(data.Opponents), "opponent"), strings.Join(list, ", "))
}
