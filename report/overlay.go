package report

import (
	"evolab/notebook"
	"evolab/plots"
)

// records are the runs as the notebook knows them.
func records(runs []*Run) []*notebook.Report {
	var list []*notebook.Report
	for _, r := range runs {
		list = append(list, r.Report)
	}
	return list
}

// overlay draws the learning curves of several runs over each other; nil when
// none has been validated.
func overlay(runs []*Run) ([]byte, error) {
	validated := false
	for _, r := range runs {
		validated = validated || r.Validation() != nil
	}
	if !validated {
		return nil, nil
	}
	figure, err := notebook.Overlay(records(runs))
	if err != nil {
		return nil, err
	}
	return plots.SVG(figure)
}
