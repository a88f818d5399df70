package web

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Nobody gets in without the token, under another name, or from another site.
func TestGuard(t *testing.T) {
	l := newLab(t)
	own := "http://" + strings.TrimPrefix(l.http.URL, "http://")
	for _, c := range []struct {
		name    string
		headers []string
		want    int
	}{
		{"the token", nil, 200},
		{"our own page", []string{"Origin", own, "Sec-Fetch-Site", "same-origin"}, 200},
		{"no token", []string{"Authorization", ""}, 403},
		{"another token", []string{"Authorization", "Bearer the-tokem"}, 403},
		{"the cookie", []string{"Authorization", "", "Cookie", l.ownCookie() + "=" + token}, 200},
		{"the cookie of a server on another port", []string{"Authorization", "", "Cookie", "evolab-1=" + token}, 403},
		{"another cookie", []string{"Authorization", "", "Cookie", l.ownCookie() + "=x"}, 403},
		{"another host", []string{"Host", "evil.example"}, 421},
		{"another host with our port", []string{"Host", "evil.example:" + own[strings.LastIndex(own, ":")+1:]}, 421},
		{"another origin", []string{"Origin", "http://evil.example"}, 403},
		{"no origin that has a name", []string{"Origin", "null"}, 403},
		{"another port of this machine", []string{"Origin", "http://127.0.0.1:1"}, 403},
		{"another site's script", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "no-cors"}, 403},
		{"another site's link", []string{"Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"}, 200},
	} {
		for _, address := range []string{"/", "/assets/style.css", "/games", "/favicon.ico"} {
			if status, text := l.ask("GET", address, "", c.headers...); status != c.want {
				t.Errorf("%s: %s answers %d (%.80s), want %d", c.name, address, status, text, c.want)
			}
		}
	}
	if status, _ := l.ask("POST", "/api/play", "{}", "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Mode", "navigate"); status != 403 {
		t.Errorf("a form of another site is answered by %d", status)
	}
	l.enters()
}

// ownCookie is the name of the server's cookie. A server on another port has another.
func (l *lab) ownCookie() string {
	return "evolab-" + l.http.URL[strings.LastIndex(l.http.URL, ":")+1:]
}

// A browser that opens the printed address gets a cookie for its own pages only,
// and an address without the token.
func (l *lab) enters() {
	r, _ := http.NewRequest("GET", l.http.URL+"//evil.example/?token="+token+"&name=x", nil)
	r.Header.Set("Accept", "text/html")
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		l.t.Fatal(err)
	}
	text, _ := io.ReadAll(answer.Body)
	answer.Body.Close()
	cookie := answer.Header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", token} {
		if !strings.Contains(cookie, want) {
			l.t.Errorf("the cookie %q lacks %s", cookie, want)
		}
	}
	if strings.Contains(string(text), token) || !strings.Contains(string(text), `content="0;url=/evil.example?name=x"`) {
		l.t.Errorf("the way in leads elsewhere: %s", text)
	}
	if policy := answer.Header.Get("Content-Security-Policy"); strings.Contains(policy, "unsafe") || !strings.Contains(policy, "script-src 'self'") {
		l.t.Errorf("policy %q", policy)
	}
}

// Without access a page shows a form for the token, or for the address that was printed.
// Such a page, and one about an error, needs no other request.
func TestFormForTheToken(t *testing.T) {
	l := newLab(t)
	page := []string{"Authorization", "", "Accept", "text/html"}
	form := append([]string{"Content-Type", "application/x-www-form-urlencoded"}, page...)
	for _, c := range []struct {
		method, address, body string
		headers               []string
		status                int
		want                  string
	}{
		{"GET", "/runs/one?x=1", "", page, 403, `value="/runs/one?x=1"`},
		{"POST", "/enter", "to=%2Fruns%2Fone%3Fx%3D1&token=" + token, form, 200, `content="0;url=/runs/one?x=1"`},
		{"POST", "/enter", "token=+http%3A%2F%2F127.0.0.1%2F%3Ftoken%3D" + token + "+", form, 200, `content="0;url=/"`},
		{"POST", "/enter", "to=https%3A%2F%2Fevil.example%2Fx&token=" + token, form, 200, `content="0;url=/x"`},
		{"POST", "/enter", "to=%2F%2Fevil.example&token=" + token, form, 200, `content="0;url=/"`},
		{"POST", "/enter", "to=javascript:alert(1)&token=" + token, form, 200, `content="0;url=/"`},
		{"POST", "/enter", "to=%2Fgames&token=another", form, 403, "not the token of this server"},
		{"POST", "/enter", "to=%2Fgames&token=another", form, 403, `value="/games"`},
		{"POST", "/enter", "token=%", form, 400, "the form cannot be read"},
		{"POST", "/enter", "to=" + strings.Repeat("x", 2<<20), form, 413, "larger than"},
		{"POST", "/enter", "token=" + token, append([]string{"Origin", "http://evil.example"}, form...), 403, "another site"},
		{"POST", "/api/runs", "{}", page, 403, "token is missing"},
		{"GET", "/nothing", "", []string{"Accept", "text/html"}, 404, `<nav aria-label="lab">`},
	} {
		status, text := l.ask(c.method, c.address, c.body, c.headers...)
		if status != c.status || !strings.Contains(text, c.want) || strings.Contains(text, token) {
			t.Errorf("%s %s %.80s: %d, want %d with %q:\n%s", c.method, c.address, c.body, status, c.status, c.want, text)
		}
		for _, other := range []string{" src=", "/assets/"} {
			if strings.Contains(text, other) {
				t.Errorf("%s %s: the page asks for more: %s", c.method, c.address, other)
			}
		}
	}
}

func TestTokensAreChecked(t *testing.T) {
	for token, good := range map[string]bool{
		NewToken(): true, strings.Repeat("a", 16): true, strings.Repeat("a", 15): false, strings.Repeat("a", 257): false, "": false,
		"with a space in it": false, "with&in=an+address": false, "new\nlines-and-so-on": false, "äääääääääääääääääää": false,
	} {
		if err := CheckToken(token); (err == nil) != good {
			t.Errorf("%q: %v", token, err)
		}
	}
}

// Whatever the address says, nothing outside of the folder of the runs is read.
func TestNothingElsewhere(t *testing.T) {
	l := newLab(t)
	secret := filepath.Join(l.project, "secret.jsonl")
	if err := os.WriteFile(secret, []byte(drawnGame+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	l.makeRun("run")
	for _, link := range []string{"linked.jsonl", "run/games/test.jsonl"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(l.options.Runs, link)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(secret, filepath.Join(l.options.Runs, link)); err != nil {
			t.Skip(err)
		}
	}
	for address, want := range map[string]int{
		"/games/linked.jsonl": 403, "/games/run/games/test.jsonl": 403, "/games/%2e%2e/secret.jsonl": 404, "/games/..%2fsecret.jsonl": 404,
		"/runs/run": 403, "/runs/..": 404, "/runs/%2e%2e": 404, "/runs/a%2fb": 404, "/runs/.hidden": 404, "/runs/run/events": 403,
		"/tournaments/%2e%2e": 404, "/runs/run/figures/learning.svg": 403, "/assets/..%2fserver.go": 404,
	} {
		if status, text := l.ask("GET", address, "", "Accept", "text/html"); status != want && !(want == 404 && status == 307) || strings.Contains(text, "1,1") {
			t.Errorf("%s: %d, want %d: %.100s", address, status, want, text)
		}
	}
}
