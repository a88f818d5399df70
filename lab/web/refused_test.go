package web

import (
	"strings"
	"testing"
)

// What requests ask for has bounds, and bad ones are told why.
func TestRefused(t *testing.T) {
	l := newLab(t)
	l.makeRun("run")
	l.write("match.jsonl", drawnGame+"\n")
	for _, c := range []struct {
		address, body, want string
		status              int
	}{
		{"/api/play", `{"game":"chess"}`, "no game", 422},
		{"/api/play", `{"game":"tictactoe","against":"exec:dir=.,cmd=id","strength":"easy"}`, "nobody called", 400},
		{"/api/play", `{"game":"tictactoe","against":"frozen:weights=/etc/passwd","strength":"easy"}`, "nobody called", 400},
		{"/api/play", `{"game":"tictactoe","against":"./my_player.py","strength":"easy"}`, "nobody called", 400},
		{"/api/play", `{"game":"tictactoe","against":"random","strength":"easy","moves":["0,0","0,0"]}`, "ply 2", 422},
		{"/api/play", `{"game":"tictactoe","against":"random","strength":"easy","typed":"9,9"}`, "off the board", 422},
		{"/api/play", `{"games":"tictactoe"}`, "unknown field", 400},
		{"/api/play", `{"game":"` + strings.Repeat("x", 2<<20) + `"}`, "larger than", 413},
		{"/api/analyze", `{"game":"tictactoe","position":"start","seconds":1000}`, "seconds 1000", 400},
		{"/api/position", `{"game":"tictactoe","position":"start","move":"3,3"}`, "3,3", 422},
		{"/api/position", `{"game":"tictactoe","position":"nowhere"}`, "nowhere", 400},
		{"/api/variations", `{"file":"../x.jsonl","game":1}`, "no file", 404},
		{"/api/variations", `{"file":"match.jsonl","game":2}`, "expected: 1..1", 404},
		{"/api/variations", `{"file":"match.jsonl","game":1,"tried":[{"ply":99,"moves":["0,0"]}]}`, "ply 99", 422},
		{"/api/variations", `{"file":"match.jsonl","game":1,"tried":[{"ply":0,"moves":[]}]}`, "0 moves", 422},
		{"/api/variations", `{"file":"match.jsonl","game":1,"tried":[{"ply":1,"moves":["1,1","1,1"]}]}`, "1,1", 422},
		{"/api/compare", `{"runs":["1","2","3","4","5","6","7","8","9","10","11","12","13"],"games":2}`, "13 champions", 400},
		{"/api/compare", `{"runs":["run"],"games":3}`, "even number", 400},
		{"/api/runs", `{"config":"../quick.yaml"}`, "neither an embedded", 403},
		{"/api/runs", `{"config":"/etc/passwd"}`, "neither an embedded", 403},
		{"/api/runs", `{"config":"quick","overrides":["start=/etc/passwd"]}`, `"key":"start"`, 422},
		{"/api/runs", `{"config":"quick","overrides":["opponents=[{agent: \"exec:dir=.,cmd=id\", share: 1}]"]}`, "is a program", 422},
		{"/api/runs", `{"config":"quick","overrides":["opponents=[{agent: \"frozen:weights=../w.json\", share: 1}]"]}`, "outside", 422},
		{"/api/runs", `{"config":"quick","overrides":["objective=rubric","rubric=../own.yaml"]}`, "outside", 422},
		{"/api/runs", `{"config":"quick","overrides":["accuracy.report=/etc/passwd"]}`, `"key":"accuracy.report"`, 422},
		{"/api/runs", `{"config":"quick","overrides":["generations=0"]}`, `"key":"generations"`, 422},
		{"/api/runs", `{"config":"quick","workers":-1}`, "workers -1", 400},
		{"/api/runs/run/stop", `{}`, "does not work on", 409},
		{"/api/runs/nothing/resume", `{}`, "nothing", 404},
	} {
		if status, text := l.ask("POST", c.address, c.body); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%s %.80s: %d %.200s, want %d with %q", c.address, c.body, status, text, c.status, c.want)
		}
	}
	if status, _ := l.ask("POST", "/api/play", `{}`, "Content-Type", "text/plain"); status != 415 {
		t.Errorf("a form's text is taken: %d", status)
	}
}
