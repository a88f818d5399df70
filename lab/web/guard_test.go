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
		for _, address := range []string{"/", "/assets/style.css", "/games"} {
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
