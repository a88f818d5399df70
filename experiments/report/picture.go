package report

import (
	"encoding/base64"
	"html/template"

	"evolab/experiments/record"
)

// picture is a figure in the page.
type picture struct{ record.Picture }

// Alt says what the figure shows, for those who do not see it.
func (p picture) Alt() string { return p.Title + ". " + p.About }

// Picture is a figure by its name, nil if the run has none.
func (r *Run) Picture(name string) *picture {
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
