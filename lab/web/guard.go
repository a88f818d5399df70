package web

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"evolab/experiments/run"
	"evolab/internal/quantity"
)

// NewToken makes a token that cannot be guessed.
func NewToken() string { return rand.Text() }

// ShortestToken is the least length of a token, in bytes.
const ShortestToken = 16

// CheckToken refuses a token that can be guessed, or that has to be quoted in an address.
func CheckToken(token string) error {
	const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._~-"
	if len(token) < ShortestToken || len(token) > 256 || strings.ContainsFunc(token, func(r rune) bool { return !strings.ContainsRune(letters, r) }) {
		return fmt.Errorf("token of %s (expected: %d to 256 letters, digits and ._~-)", quantity.Of(len(token), "byte"), ShortestToken)
	}
	return nil
}

// policy lets pages load what this server holds, and nothing else: no script or
// style within a page, no other host, no page around it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// figurePolicy lets a figure style its own lines, where it is opened by itself: SVG has no
// file of styles. It loads nothing.
const figurePolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

// guarded lets a request in if it is meant for this server, does not come from
// another site's page, and brings the token.
func (s *Server) guarded(next http.Handler) http.Handler {
	return s.pages.answering(func(w http.ResponseWriter, r *http.Request) error {
		defer s.idle.Reset(idleTime)
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin") // without any, browsers hide the origin of their own pages too
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case !s.isMe(r.Host):
			return &problem{http.StatusMisdirectedRequest, "this server has another name (open the printed address)"}
		case foreign(r):
			return &problem{http.StatusForbidden, "the request comes from another site"}
		}
		r.Body = http.MaxBytesReader(w, r.Body, 1<<20)
		if r.Method == http.MethodPost && r.URL.Path == entrance {
			return s.admit(w, r)
		}
		if !s.hasToken(r) {
			h.Set("WWW-Authenticate", "Bearer") // tells an open page what is wrong
			if wantsPage(r) {
				return s.askToken(w, r.URL, "")
			}
			return &problem{http.StatusForbidden, "the token is missing or wrong (open the printed address, which ends in it)"}
		}
		if query := r.URL.Query(); query.Has("token") && r.Method == http.MethodGet && wantsPage(r) {
			query.Del("token")
			return s.enter(w, r, url.URL{Path: r.URL.Path, RawQuery: query.Encode()})
		}
		next.ServeHTTP(w, r)
		return nil
	})
}

// isMe reports whether the host name of a request means this server. Another
// name that leads here may belong to a page that tries to read what this server
// shows.
func (s *Server) isMe(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	return slices.ContainsFunc(s.options.Names, func(known string) bool { return strings.EqualFold(strings.Trim(name, "[]"), known) })
}

// foreign reports whether another site's page made the request. Only links may
// lead here from elsewhere.
func foreign(r *http.Request) bool {
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host {
		return true
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none":
		return false
	}
	return r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate"
}

// cookie is the name of the cookie, with the port that the browser has asked:
// browsers send the cookies of a host to its servers on all ports.
func cookie(r *http.Request) string {
	_, port, err := net.SplitHostPort(r.Host)
	if err != nil {
		port = "80"
	}
	return "evolab-" + port
}

func (s *Server) hasToken(r *http.Request) bool {
	given := []string{r.URL.Query().Get("token")}
	if bearer, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		given = append(given, bearer)
	}
	if c, err := r.Cookie(cookie(r)); err == nil {
		given = append(given, c.Value)
	}
	return slices.ContainsFunc(given, s.isToken)
}

func (s *Server) isToken(t string) bool {
	return subtle.ConstantTimeCompare([]byte(t), []byte(s.options.Token)) == 1
}

// entrance takes the form for the token.
const entrance = "/enter"

// askToken answers with a form for the token, which leads to the page that was asked for.
func (s *Server) askToken(w http.ResponseWriter, to *url.URL, wrong string) error {
	return s.pages.renderAlone(w, "access", http.StatusForbidden, &struct{ To, Wrong string }{to.RequestURI(), wrong})
}

// admit lets a browser in that brings the token in the form, or the whole address that
// evolve serve has printed.
func (s *Server) admit(w http.ResponseWriter, r *http.Request) error {
	var large *http.MaxBytesError
	if err := r.ParseForm(); errors.As(err, &large) {
		return err
	} else if err != nil {
		return refuse(http.StatusBadRequest, "the form cannot be read: %v", err)
	}
	to, err := url.Parse(r.PostForm.Get("to"))
	if err != nil || to.Path == "" {
		to = &url.URL{Path: "/"}
	}
	given := strings.TrimSpace(r.PostForm.Get("token"))
	if _, token, ok := strings.Cut(given, "token="); ok {
		given = token
	}
	if !s.isToken(given) {
		return s.askToken(w, to, "This is not the token of this server.")
	}
	return s.enter(w, r, *to)
}

// enter answers a browser that has brought the token: it moves to a cookie, so that it is
// neither shown nor kept in a history. A browser sends the cookie only from one of our
// pages, so enter answers with a page and not with a redirect.
func (s *Server) enter(w http.ResponseWriter, r *http.Request, to url.URL) error {
	http.SetCookie(w, &http.Cookie{Name: cookie(r), Value: s.options.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	here := url.URL{Path: path.Clean("/" + to.Path), RawQuery: to.RawQuery}
	return s.pages.renderAlone(w, "enter", http.StatusOK, here.String())
}

// folder is the folder of something below the runs, by its name. Links that lead
// elsewhere are refused.
func (s *Server) folder(name string) (string, error) {
	if !filepath.IsLocal(name) || strings.ContainsAny(name, `/\`) || strings.HasPrefix(name, ".") {
		return "", refuse(http.StatusNotFound, "there is no folder %q", name)
	}
	if err := checkContained(s.runs, name); err != nil {
		return "", err
	}
	return filepath.Join(s.options.Runs, name), nil
}

func (s *Server) run(name string) (string, error) {
	folder, err := s.folder(name)
	if err == nil && !run.IsRun(folder) {
		err = refuse(http.StatusNotFound, "there is no run %q", name)
	}
	return folder, err
}

// checkContained fails if a link below a folder leads out of the root, or if something there
// is neither a file nor a folder: the reading of a pipe or a device may never end.
func checkContained(root *os.Root, name string) error {
	if _, err := root.Stat(name); err != nil {
		return notServed(name, err)
	}
	return fs.WalkDir(root.FS(), name, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.Type().IsRegular() && !e.IsDir() {
			var info fs.FileInfo
			if info, err = root.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
				err = fs.ErrInvalid
			}
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // such as a link that leads nowhere
			return notServed(path, err)
		}
		return nil
	})
}

// notServed is the error for a file that cannot be served.
func notServed(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return refuse(http.StatusNotFound, "there is no %q in the folder of the runs", name)
	}
	return refuse(http.StatusForbidden, "%q cannot be read, or leads out of the folder of the runs", name)
}

// localPath is a path of a request below a root, "" if it is none.
func localPath(name string) string {
	name = path.Clean(name)
	if !filepath.IsLocal(filepath.FromSlash(name)) || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") {
		return ""
	}
	return name
}
