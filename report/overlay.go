package report

import (
	"evolab/notebook"
	"evolab/plots"
)

// together is what several runs show side by side.
type together struct {
	Groups      []notebook.Group // settings with more than one seed, ranked; the runs' own order is kept elsewhere
	Curves      []byte           // learning curves of the groups, else of the runs, as SVG; nil without a validation
	Differences []notebook.Setting
}

// mostColumns is the number of runs that a table with a column for each has
// room for.
const mostColumns = 6

// putTogether compares runs; there is nothing to compare with one alone.
func putTogether(runs []*Run) (together, error) {
	if len(runs) < 2 {
		return together{}, nil
	}
	var records []*notebook.Report
	validated := false
	for _, r := range runs {
		records = append(records, r.Report)
		validated = validated || r.Validation() != nil
	}
	t := together{Groups: notebook.Groups(records)}
	if len(runs) <= mostColumns || t.Groups == nil {
		t.Differences = notebook.Differing(records)
	}
	if !validated {
		return t, nil
	}
	figure, err := curves(records, t.Groups)
	if err != nil {
		return t, err
	}
	t.Curves, err = plots.SVG(figure)
	return t, err
}

func curves(records []*notebook.Report, groups []notebook.Group) (*plots.Figure, error) {
	if groups != nil {
		return notebook.OverlayGroups(groups)
	}
	return notebook.Overlay(records)
}
