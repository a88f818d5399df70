package report

import (
	"evolab/config"
	"evolab/experiments"
	"evolab/plots"
)

// overlay draws the learning curves of several runs over each other; nil when
// no run was validated.
func overlay(runs []*Run) ([]byte, error) {
	data := plots.OverlayData{Title: "Learning curves by training games"}
	for _, r := range runs {
		if c := curve(r); len(c.Games) > 0 {
			data.Curves = append(data.Curves, c)
		}
	}
	if len(data.Curves) == 0 {
		return nil, nil
	}
	figure, err := plots.Overlay(data)
	if err != nil {
		return nil, err
	}
	return plots.SVG(figure)
}

func curve(r *Run) plots.OverlayCurve {
	c := plots.OverlayCurve{Name: r.Name}
	for _, m := range r.Metrics {
		if m.Validated != nil {
			c.Games, c.Fitness = append(c.Games, m.Games), append(c.Fitness, m.Validated.Value)
		}
	}
	return c
}

// Difference is a setting that runs do not agree on, with each run's value.
type Difference struct {
	Path   string
	Values []string
}

// differences lists the settings that differ between any two of the runs.
func differences(runs []*Run) []Difference {
	values := make([][]config.Value, len(runs))
	for i, r := range runs {
		values[i] = config.Values[experiments.Config](r.Config)
	}
	var list []Difference
	for k, first := range values[0] {
		d := Difference{Path: first.Path}
		differ := false
		for _, v := range values {
			d.Values = append(d.Values, v[k].Text)
			differ = differ || v[k].Text != first.Text
		}
		if differ && first.Path != "name" {
			list = append(list, d)
		}
	}
	return list
}
