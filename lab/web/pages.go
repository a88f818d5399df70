package web

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"path"

	"evolab/experiments/report"
	"evolab/internal/untrusted"
	"evolab/plots"
)

//go:embed pages
var pageFiles embed.FS

// pages are the templates.
type pages struct{ *template.Template }

func readPages() (pages, error) {
	t, err := template.New("").Funcs(template.FuncMap{
		"thousands": plots.Thousands, "share": share, "fitness": fitness, "signed": func(x float64) string { return fmt.Sprintf("%+.3f", x) },
		"head": func(title, part string, scripts ...string) head { return head{title, part, scripts} },
		"next": func(i int) int { return i + 1 },
	}).ParseFS(pageFiles, "pages/*.html")
	if err != nil {
		err = fmt.Errorf("web: %w", err)
	}
	return pages{t}, err
}

// head is what the top of each page needs.
type head struct {
	Title, Part string
	Scripts     []string
}

// share is a share in percent.
func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// fitness is a fitness that may not be known yet.
func fitness(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *x)
}

// render answers a page, whole or not at all.
func (p pages) render(w http.ResponseWriter, name string, status int, data any) error {
	var b bytes.Buffer
	if err := p.ExecuteTemplate(&b, name, data); err != nil {
		return fmt.Errorf("web: %w", err)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(untrusted.Text(b.String()))) // a browser that has gone needs no answer
	return nil
}

// asset sends a script, a style or a licence. The board's script is the report's.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	name := path.Clean(r.PathValue("file"))
	data, err := assets.ReadFile("assets/" + name)
	switch {
	case name == "board.js":
		data, err = []byte(report.BoardScript+"\nexport { boardTable };\n"), nil
	case name == "board.css":
		data, err = []byte(report.BoardStyle), nil
	}
	if err != nil {
		http.NotFound(w, r)
		return
	}
	kind := map[string]string{".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}[path.Ext(name)]
	w.Header().Set("Content-Type", cmp.Or(kind, "text/plain")+"; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(data)
}
