package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// events reads a stream to its end, or until one of these has come, and returns what each
// kind of event last had.
func (l *lab) events(ctx context.Context, address, until string) map[string]string {
	l.t.Helper()
	last, err := l.follow(ctx, address, until)
	if err != nil {
		l.t.Fatal(err)
	}
	return last
}

func (l *lab) follow(ctx context.Context, address, until string) (map[string]string, error) {
	r, _ := http.NewRequestWithContext(ctx, "GET", l.http.URL+address, nil)
	r.Header.Set("Authorization", "Bearer "+token)
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", address, answer.Status)
	}
	last, kind := map[string]string{}, ""
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			kind = name
		}
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			if last[kind] = data; kind == until {
				return last, nil
			}
		}
	}
	return last, nil
}

// review has a game reviewed.
func (l *lab) review(file string) (found gameReview) {
	l.t.Helper()
	got := l.events(l.t.Context(), "/reviews/events?"+url.Values{"file": {file}, "game": {"1"}}.Encode(), "review")
	if err := json.Unmarshal([]byte(got["review"]), &found); err != nil {
		l.t.Fatalf("%v: %v", err, got)
	}
	return found
}

// An analysis deepens, says what is proven, and leaves the engine when the page turns away.
func TestAnalysis(t *testing.T) {
	l := newLab(t)
	analysis := func(game, position string) string {
		return "/analysis/events?" + url.Values{"game": {game}, "position": {position}}.Encode()
	}
	got := l.events(t.Context(), analysis("tictactoe", "start"), "end")
	var exact exactValue
	var best bestLines
	if json.Unmarshal([]byte(got["exact"]), &exact) != nil || json.Unmarshal([]byte(got["lines"]), &best) != nil {
		t.Fatalf("%v", got)
	}
	if exact.Value != "draw" || len(exact.Kept) != 9 || len(best.Lines) != 5 || best.Lines[0].Score != "draw" || got["end"] == "" {
		t.Errorf("%+v %+v %v", exact, best, got)
	}
	if got := l.events(t.Context(), analysis("tictactoe", "OXX/XXO/OOX o"), "over"); got["over"] == "" {
		t.Errorf("%v", got)
	}
	ctx, stop := context.WithCancel(t.Context())
	l.events(ctx, analysis("halma", "start"), "lines")
	stop()
	for began := time.Now(); !l.analyses.take(); time.Sleep(time.Millisecond) {
		if time.Since(began) > 5*time.Second {
			t.Fatal("the engine is still at work")
		}
	}
	l.analyses.free()
	for address, want := range map[string]int{analysis("chess", "start"): 422, analysis("tictactoe", "nowhere"): 400, "/reviews/events?file=../x.jsonl&game=1": 404, "/reviews/events?file=a.jsonl&game=x": 400} {
		if status, text := l.ask("GET", address, ""); status != want {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
}

// Somebody who waits for an engine gets it from an analysis that goes on.
func TestAnalysisLetsOthersThink(t *testing.T) {
	l := newLab(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	l.events(ctx, "/analysis/events?game=halma&position=start", "lines")
	if status, text := l.ask("POST", "/api/analyze", `{"game":"tictactoe","position":"start","seconds":0.01}`); status != 200 {
		t.Errorf("%d %s", status, text)
	}
}

// The evaluation of a reviewed game is a figure that downloads like all others.
func TestEvaluationDownloads(t *testing.T) {
	l := newLab(t)
	l.write("match.jsonl", drawnGame+"\n")
	address := func(figure, query string) string {
		return "/reviews/figures/" + figure + "?file=match.jsonl&game=1" + query
	}
	if status, text := l.ask("GET", address("evaluation.svg", ""), ""); status != 409 || !strings.Contains(text, "not been reviewed yet") {
		t.Errorf("%d %s", status, text)
	}
	l.review("match.jsonl")
	_, page := l.page("/games/match.jsonl?game=1")
	for format, begins := range map[string]string{"svg": "<?xml", "png": "\x89PNG", "pdf": "%PDF", "csv": "ply,evaluation,proven,mistake\n0,,draw,\n1,,"} {
		link := "/reviews/figures/evaluation." + format + "?download=1&file=match.jsonl&game=1"
		status, text := l.ask("GET", link, "")
		if !strings.Contains(page, html.EscapeString(link)) || status != 200 || !strings.HasPrefix(text, begins) {
			t.Errorf("%s: %d %.100q", link, status, text)
		}
	}
	for address, want := range map[string]int{address("evaluation.gif", ""): 404, address("luck.csv", ""): 404, "/reviews/figures/evaluation.svg?file=match.jsonl&game=2": 404,
		"/reviews/figures/evaluation.svg?file=match.jsonl&game=-1": 404, "/reviews/figures/evaluation.svg?file=../match.jsonl&game=1": 404, "/reviews/figures/evaluation.svg": 400} {
		if status, text := l.ask("GET", address, ""); status != want {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
	// What somebody has written into the file is refused, not drawn.
	file := filepath.Join(l.options.Runs, reviewFile("match.jsonl", 1))
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{`"value":"<script>"`, `"value":{}`, `"value":1e999`} {
		l.write(reviewFile("match.jsonl", 1), strings.ReplaceAll(string(text), `"value":"draw"`, bad))
		if status, text := l.ask("GET", address("evaluation.svg", ""), ""); status != 422 && status != 409 {
			t.Errorf("%s: %d %s", bad, status, text)
		}
	}
}

// What is found in a game and tried there is kept with it; a game that was continued is
// reviewed again.
func TestReviewIsKept(t *testing.T) {
	l := newLab(t)
	l.write("match.jsonl", drawnGame+"\n")
	first := l.review("match.jsonl")
	if len(first.Points) != 10 || len(first.Marks) != 9 || first.Points[9].Value != "draw" {
		t.Errorf("%+v", first)
	}
	for _, m := range first.Marks {
		if m.Mistake != (len(m.Better) > 0) {
			t.Errorf("%+v", m)
		}
	}
	body := `{"file":"match.jsonl","game":1,"tried":[{"ply":2,"moves":["2,2"]}]}`
	if status, text := l.ask("POST", "/api/variations", body); status != 200 && !strings.Contains(text, "legal") {
		t.Fatalf("%d %s", status, text)
	}
	for l.analyses.take() { // nothing has to be thought of again
	}
	again := l.review("match.jsonl")
	if len(again.Points) != 10 || len(again.Tried) != 1 {
		t.Errorf("%+v", again)
	}
	if _, text := l.ask("GET", "/games/match.jsonl?game=1", "", "Accept", "text/html"); !strings.Contains(text, `&#34;tried&#34;:[{&#34;from&#34;:2`) {
		t.Errorf("%s", text)
	}
	// A link in place of the folder leads nowhere.
	away := t.TempDir()
	if err := os.RemoveAll(filepath.Join(l.options.Runs, reviewsFolder)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(away, filepath.Join(l.options.Runs, reviewsFolder)); err != nil {
		t.Skip(err)
	}
	if status, text := l.ask("POST", "/api/variations", body); status != 403 {
		t.Errorf("%d %s", status, text)
	}
	if left, _ := os.ReadDir(away); len(left) > 0 {
		t.Errorf("%v was written outside", left)
	}
}
