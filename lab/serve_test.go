package lab

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
)

// served is a server of evolve serve.
type served struct {
	address *url.URL // as it was printed, with the token
	stop    func() int
}

// serveLab starts a server in the current folder, and returns when it has printed its address.
func serveLab(t *testing.T, args ...string) *served {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- runLine(ctx, append([]string{"serve"}, args...), app{in: strings.NewReader(""), out: in, err: io.Discard, figures: []string{}})
		in.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	address, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	s := &served{address, func() int { cancel(); return <-ended }}
	t.Cleanup(cancel)
	return s
}

// visit asks for a page with a cookie, if it is not nil, and returns the status and the cookie
// that the answer sets.
func (s *served) visit(t *testing.T, page string, cookie *http.Cookie) (int, *http.Cookie) {
	t.Helper()
	r, err := http.NewRequest("GET", "http://"+s.address.Host+page, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept", "text/html")
	if cookie != nil {
		r.AddCookie(cookie)
	}
	answer, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	for _, c := range answer.Cookies() {
		return answer.StatusCode, c
	}
	return answer.StatusCode, nil
}

// With --token a browser that was let in once is let in after a restart; without it, it has
// to enter the new token.
func TestServeKeepsItsToken(t *testing.T) {
	t.Chdir(t.TempDir())
	const token = "a-token-that-is-kept"
	if err := os.WriteFile("token.txt", []byte(token+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	first := serveLab(t, "--addr", "127.0.0.1:0", "--token", "@token.txt")
	if got := first.address.Query().Get("token"); got != token {
		t.Errorf("the address has the token %q", got)
	}
	_, cookie := first.visit(t, "/?token="+token, nil)
	if cookie == nil {
		t.Fatal("no cookie")
	}
	host := first.address.Host
	first.stop()
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"--token", "@token.txt"}, http.StatusOK},
		{[]string{"--token", token}, http.StatusOK},
		{nil, http.StatusForbidden},
	} {
		again := serveLab(t, append([]string{"--addr", host}, c.args...)...)
		if status, _ := again.visit(t, "/", cookie); status != c.status {
			t.Errorf("%v: the browser of the first server gets %d, want %d", c.args, status, c.status)
		}
		again.stop()
	}
}

// A token that can be guessed, or that others may read, is refused before anything is served.
func TestServeRefusesTokens(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"empty": "", "short": "abc", "odd": "a token of several words", "open": "a-token-that-is-kept"} {
		mode := os.FileMode(0o600)
		if name == "open" {
			mode = 0o644
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	for token, want := range map[string]string{
		"@none": "none", "@empty": "is empty", "@short": "token of 3 bytes", "@odd": "expected: 16 to 256 letters", "@open": "others may read", "fifteen-letters": "token of 15 bytes", "@": "token",
	} {
		if code, out, message := said(t, "serve", "--addr", "127.0.0.1:0", "--token", token); code != exitBadInput || out != "" || !strings.Contains(message, want) {
			t.Errorf("%s: exit code %d, %q, %q", token, code, out, message)
		}
	}
}
