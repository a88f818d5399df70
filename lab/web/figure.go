package web

import (
	"maps"
	"net/http"
	"net/url"
	"path"

	"evolab/plots"
)

// figureKinds are the formats of figures; CSV has the numbers that a figure shows.
var figureKinds = map[string]string{".svg": "image/svg+xml", ".png": "image/png", ".pdf": "application/pdf", ".csv": "text/csv; charset=utf-8"}

// figure is a figure on a page, with its downloads.
type figure struct {
	Name, Title, Alt string
	address          string     // without its ending
	query            url.Values // asks for another figure when there is more to show
}

// newFigure describes a figure that the page's part of an address leads to.
func newFigure(name string, f *plots.Figure, address string, query url.Values) figure {
	return figure{name, f.Title(), f.Title() + ". " + f.About(), address + "/" + name, query}
}

// Shown and Narrow are the addresses of the figure on a page, Narrow on a phone.
func (f figure) Shown() string  { return f.at("svg", "") }
func (f figure) Narrow() string { return f.at("svg", "narrow") }

// File is the address of the figure as a file to keep.
func (f figure) File(format string) string { return f.at(format, "download") }

func (f figure) at(format, how string) string {
	q := url.Values{}
	maps.Copy(q, f.query)
	if how != "" {
		q.Set(how, "1")
	}
	if len(q) == 0 {
		return f.address + "." + format
	}
	return f.address + "." + format + "?" + q.Encode()
}

// narrow is the width of figures on phones, in centimetres.
const narrow = 10

// inTurn draws figures on as many cores as there are, and none for a browser that has gone
// while it waited.
func (s *Server) inTurn(send func(http.ResponseWriter, *http.Request) error) func(http.ResponseWriter, *http.Request) error {
	return func(w http.ResponseWriter, r *http.Request) error {
		if !s.figures.await(r.Context()) {
			return r.Context().Err()
		}
		defer s.figures.free()
		return send(w, r)
	}
}

// sendFigure sends the figure that find has for the name in the address, in the format there:
// narrow for a phone, or as a file to keep, whose name begins with that of its subject.
func sendFigure(w http.ResponseWriter, r *http.Request, subject string, find func(name string) (*plots.Figure, error)) error {
	file := r.PathValue("figure")
	ending := path.Ext(file)
	kind, ok := figureKinds[ending]
	if !ok {
		return refuse(http.StatusNotFound, "the format %q (allowed: .svg, .png, .pdf, .csv)", ending)
	}
	f, err := find(file[:len(file)-len(ending)])
	if err != nil {
		return err
	}
	if f == nil {
		return refuse(http.StatusNotFound, "there is no figure %q", file)
	}
	style := plots.Style{}
	if r.URL.Query().Has("narrow") {
		style.Width = narrow
	}
	data, err := plots.Encode(f, ending, style)
	if err != nil {
		return err
	}
	if r.URL.Query().Has("download") {
		return send(w, subject+"-"+file, kind, data)
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Security-Policy", figurePolicy)
	_, _ = w.Write(data) // a browser that has gone needs no answer
	return nil
}
