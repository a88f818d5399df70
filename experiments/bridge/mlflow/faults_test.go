package mlflow

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
)

// Whatever breaks at whichever request, before or after the server has done it, the
// next time sends the rest and nothing twice.
func TestFaults(t *testing.T) {
	hang := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-time.After(10 * time.Second):
		}
	}
	faults := map[string]func(w http.ResponseWriter, r *http.Request){
		"500":     func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<h1>\x1b[31mno", 500) },
		"garbage": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>hello") },
		"empty":   func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "{}") },
		"reset":   func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusTemporaryRedirect)
		},
		"huge": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, mostRead+1)) },
		"hang": hang,
	}
	r := finished(t)
	for name, fault := range faults {
		for at := 1; ; at++ {
			p := newPeer(t)
			p.fault = func(n int, w http.ResponseWriter, r *http.Request) bool {
				// Nobody can know that an artifact was taken by a server that only says so.
				if n != at || name == "empty" && r.Method == http.MethodPut {
					return false
				}
				_, _ = io.Copy(io.Discard, r.Body)
				fault(w, r)
				return true
			}
			if !p.mended(t, fmt.Sprintf("%s at request %d", name, at), r, name == "hang", at) {
				break
			}
			if (name == "hang" || name == "huge") && at == 3 { // they take their time
				break
			}
		}
	}
	for at := 1; ; at++ {
		p := newPeer(t)
		p.after = func(n int, _ http.ResponseWriter) {
			if n == at {
				panic(http.ErrAbortHandler)
			}
		}
		if !p.mended(t, fmt.Sprintf("reset after request %d", at), r, false, at) {
			break
		}
	}
}

// mended sends a run twice and compares. It returns false once there are not as many
// requests.
func (p *peer) mended(t *testing.T, what string, r *run.Report, slow bool, at int) (reached bool) {
	t.Helper()
	c := client(t, p)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	if slow {
		ctx, cancel = context.WithTimeout(t.Context(), 150*time.Millisecond)
	}
	defer cancel()
	_, first := c.Send(ctx, r)
	p.mu.Lock()
	reached = p.requests >= at
	p.mu.Unlock()
	if !reached {
		return false
	}
	if first != nil && strings.Contains(first.Error(), "\x1b") {
		t.Errorf("%s: %q", what, first)
	}
	if _, err := c.Send(t.Context(), r); err != nil {
		t.Errorf("%s: %v, then %v", what, first, err)
	}
	p.whole(t)
	if t.Failed() {
		t.Fatalf("%s: %v", what, first)
	}
	return true
}
