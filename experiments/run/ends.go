package run

import (
	"cmp"
	"path/filepath"
	"slices"

	"evolab/experiments/experiment"
)

// ReadEnds reads what a list of runs shows: state, config and labels, and the last
// lines of the metrics back to a validated one. The contents hold what can be
// read; the error is the first of the rest.
func ReadEnds(folder string) (*Contents, error) {
	c := &Contents{Folder: folder}
	state, problem := ReadState(folder)
	if c.State = state; problem != nil {
		c.State = State{Status: IsCrashed}
	}
	var err error
	c.Config, err = experiment.Load(filepath.Join(folder, ConfigFile), nil)
	problem = cmp.Or(problem, err, c.readLastLines())
	if c.Labels, err = ReadLabels(folder); err != nil {
		c.Labels = Labels{Tags: []string{}}
	}
	return c, cmp.Or(problem, err)
}

func (c *Contents) readLastLines() error {
	metrics := tail(filepath.Join(c.Folder, MetricsFile), func(m Metrics) (enough bool) {
		c.Metrics = append(c.Metrics, m)
		return m.Validated != nil
	})
	slices.Reverse(c.Metrics)
	timing := tail(filepath.Join(c.Folder, TimingFile), func(t Timing) (enough bool) {
		c.Timing = []Timing{t}
		return true
	})
	return cmp.Or(metrics, timing)
}
