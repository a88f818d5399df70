package report

import (
	"encoding/base64"
	"html/template"

	"evolab/experiments/run"
)

// Picture is a figure by its name, nil if the run has none.
func (r *Run) Picture(name string) *run.Picture {
	for i, p := range r.Pictures {
		if p.Name == name {
			return &r.Pictures[i]
		}
	}
	return nil
}

// dataURL is a figure as the address of a picture.
func dataURL(svg []byte) template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}
