package web

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// No request makes a handler panic, or answer with an error of the server.
func FuzzRequests(f *testing.F) {
	folder := f.TempDir()
	s, err := New(context.Background(), Options{Runs: folder, Project: folder, Token: token, Names: []string{"example.com"}})
	if err != nil {
		f.Fatal(err)
	}
	handler := s.Handler()
	for _, seed := range [][3]string{
		{"GET", "/?sort=claimed&filter=ga.sigma+%3D%3D+.3&from=7", ""},
		{"GET", "/games/../../etc/passwd?game=-1", ""},
		{"GET", "/compare?run=a&run=%00", ""},
		{"GET", "/new?config=ga", ""},
		{"POST", "/api/play", `{"game":"checkers","against":"greedy","strength":"easy","moves":["E b6 c5"],"typed":"x"}`},
		{"POST", "/api/play", `{"id":"../x","keep":true,"game":"tictactoe","against":"run:x","strength":"hard","moves":["0,0"]}`},
		{"GET", "/export/played/x.jsonl?game=1&format=sgf", ""},
		{"POST", "/api/variations", `{"file":"a.jsonl","game":1,"tried":[{"ply":0,"moves":["1,1"]}]}`},
		{"POST", "/api/position", `{"game":"tictactoe","position":"start","move":"0,0"}`},
		{"GET", "/games?player=a&result=won", ""},
		{"POST", "/api/runs/x/stop", `{}`},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	f.Fuzz(func(t *testing.T, method, address, body string) {
		if strings.HasPrefix(address, "/api/runs") && strings.Contains(body, "config") || strings.Contains(body, `"answer"`) || strings.Contains(body, `"hint"`) || strings.Contains(address, "analyze") {
			return // these work
		}
		r, err := http.NewRequest(method, "http://example.com"+address, strings.NewReader(body))
		if err != nil {
			return // no browser or server would pass it on
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if w.Code >= 500 && w.Code != 503 {
			t.Errorf("%s %s %s: %d %s", method, address, body, w.Code, w.Body)
		}
	})
}
