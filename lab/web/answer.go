package web

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/http"
	"path"
	"strings"
	"time"

	"evolab/experiments/report"
	"evolab/internal/config"
	"evolab/internal/quantity"
	"evolab/internal/untrusted"
	"evolab/internal/wording"
	"evolab/plots"
)

// problem is an error that the user can fix.
type problem struct {
	status int
	text   string
}

func (p *problem) Error() string { return p.text }

func refuse(status int, format string, args ...any) error {
	return &problem{status, fmt.Sprintf(format, args...)}
}

// answering makes a handler of a function whose error is the answer.
func (p *pages) answering(f func(http.ResponseWriter, *http.Request) error) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := f(w, r); err != nil && r.Context().Err() == nil {
			p.complain(w, r, err)
		}
	})
}

// complaint is an error as JSON; Problems are those of a config, at their keys.
type complaint struct {
	Error    string  `json:"error"`
	Problems []place `json:"problems,omitempty"`
}

// place is a problem of a config.
type place struct {
	Key     string `json:"key"` // "" for the whole text
	Message string `json:"message"`
	Allowed string `json:"allowed,omitempty"`
	Source  string `json:"source"` // the file, or the override
	Line    int    `json:"line,omitempty"`
}

// complain answers an error: pages get a page, all else JSON.
func (p *pages) complain(w http.ResponseWriter, r *http.Request, err error) {
	status, c := http.StatusInternalServerError, complaint{Error: wording.Of(err)}
	var known *problem
	var config *config.Error
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &config):
		status, c.Error = http.StatusUnprocessableEntity, ""
		for _, p := range config.Problems {
			p.Excerpt = ""
			c.Error += p.String() + "\n"
			c.Problems = append(c.Problems, place{p.Key, p.Message, p.Allowed, p.Source, p.Line})
		}
		c.Error = strings.TrimSpace(c.Error)
	case errors.As(err, &known):
		status = known.status
	case errors.As(err, &large):
		status, c.Error = http.StatusRequestEntityTooLarge, fmt.Sprintf("the request is larger than %s", quantity.Of(large.Limit, "byte"))
	}
	if !wantsPage(r) {
		_ = writeJSON(w, status, c)
		return
	}
	_ = p.renderAlone(w, "problem", status, &struct{ Title, Text string }{http.StatusText(status), c.Error})
}

func wantsPage(r *http.Request) bool { return strings.Contains(r.Header.Get("Accept"), "text/html") }

func writeJSON(w http.ResponseWriter, status int, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, untrusted.Text(string(text))+"\n") // a browser that has gone needs no answer
	return nil
}

func readJSON(r *http.Request, into any) error {
	if kind := r.Header.Get("Content-Type"); !strings.HasPrefix(kind, "application/json") {
		return refuse(http.StatusUnsupportedMediaType, "Content-Type %q (expected: application/json)", kind)
	}
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	err := d.Decode(into)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return err
	case err != nil:
		return refuse(http.StatusBadRequest, "the request is not what was expected: %v", err)
	case d.More():
		return refuse(http.StatusBadRequest, "something follows the request")
	}
	return nil
}

// slots limit how many of something there may be at a time.
type slots chan struct{}

func newSlots(n int) slots { return make(slots, n) }

// take takes a slot, or reports that all are taken.
func (s slots) take() bool {
	select {
	case s <- struct{}{}:
		return true
	default:
		return false
	}
}

// await takes a slot once one is free, or reports that the context has ended before.
func (s slots) await(ctx context.Context) bool {
	select {
	case s <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (s slots) free() { <-s }

// think thinks on a free engine, for which it waits a little.
func (s slots) think(ctx context.Context, think func() error) error {
	const patience = 15 * time.Second
	select {
	case s <- struct{}{}:
	case <-time.After(patience):
		return errBusy()
	case <-ctx.Done():
		return ctx.Err()
	}
	defer s.free()
	return think()
}

//go:embed pages
var pageFiles embed.FS

// pages are the templates.
type pages struct {
	*template.Template
	policy string // for pages that hold their style
}

func readPages() (pages, error) {
	style, err := assets.ReadFile("assets/style.css")
	if err != nil {
		return pages{}, err
	}
	t, err := template.New("").Funcs(template.FuncMap{
		"thousands": plots.Thousands, "share": share, "fitness": fitness, "signed": func(x float64) string { return fmt.Sprintf("%+.3f", x) },
		"head":  func(title, part string, scripts ...string) head { return head{title, part, scripts} },
		"next":  func(i int) int { return i + 1 },
		"style": func() template.CSS { return template.CSS(style) },
	}).ParseFS(pageFiles, "pages/*.html")
	sum := sha256.Sum256(style)
	return pages{t, strings.Replace(policy, "style-src", fmt.Sprintf("style-src 'sha256-%s'", base64.StdEncoding.EncodeToString(sum[:])), 1)}, err
}

// head is what the top of each page needs.
type head struct {
	Title, Part string
	Scripts     []string
}

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// fitness is a fitness that may not be known yet.
func fitness(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf("%.3f", *x)
}

// renderAlone answers a page that needs nothing else, not even access.
func (p *pages) renderAlone(w http.ResponseWriter, name string, status int, data any) error {
	w.Header().Set("Content-Security-Policy", p.policy)
	return p.render(w, name, status, data)
}

// render answers a page, whole or not at all.
func (p *pages) render(w http.ResponseWriter, name string, status int, data any) error {
	var b bytes.Buffer
	if err := p.ExecuteTemplate(&b, name, data); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(untrusted.Text(b.String()))) // a browser that has gone needs no answer
	return nil
}

// icon sends the icon to browsers that ask for one by themselves.
func (s *Server) icon(w http.ResponseWriter, r *http.Request) {
	r.SetPathValue("file", "icon.svg")
	s.asset(w, r)
}

// asset sends a script, a style or a licence. The board's script is the report's, and
// curves have the colours of the printed figures.
func (s *Server) asset(w http.ResponseWriter, r *http.Request) {
	name := path.Clean(r.PathValue("file"))
	data, err := assets.ReadFile("assets/" + name)
	switch {
	case name == "board.js":
		data, err = []byte(report.BoardScript+"\nexport { boardTable };\n"), nil
	case name == "palette.js":
		data, err = json.Marshal(plots.Colours())
		data = fmt.Appendf(nil, "export const palette = %s;\n", data)
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
