package record

import (
	"path/filepath"
	"slices"

	"evolab/experiments/experiment"
)

// ReadEnds reads what a list of many runs shows: state, config and labels, and
// the last lines of the metrics back to a validated one. The contents hold what
// can be read; the error is the first of what cannot.
func ReadEnds(folder string) (*Contents, error) {
	c := &Contents{Folder: folder}
	var first error
	note := func(err error) {
		if first == nil {
			first = err
		}
	}
	var err error
	if c.State, err = ReadState(folder); err != nil {
		c.State = State{Status: IsCrashed}
	}
	note(err)
	c.Config, err = experiment.Load(filepath.Join(folder, ConfigFile), nil)
	note(err)
	note(tail(filepath.Join(folder, MetricsFile), func(m Metrics) (enough bool) {
		c.Metrics = append(c.Metrics, m)
		return m.Validated != nil
	}))
	slices.Reverse(c.Metrics)
	note(tail(filepath.Join(folder, TimingFile), func(t Timing) (enough bool) {
		c.Timing = []Timing{t}
		return true
	}))
	if c.Labels, err = ReadLabels(folder); err != nil {
		c.Labels = Labels{Tags: []string{}}
	}
	note(err)
	return c, first
}
