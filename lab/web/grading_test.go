package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"evolab/course/rubric"
)

// makeGrading writes what a class has after a pair of games of one submission.
func (l *lab) makeGrading(name string) {
	l.t.Helper()
	r, err := rubric.Find("usc-2023-submit")
	if err != nil {
		l.t.Fatal(err)
	}
	settings, err := json.Marshal(map[string]any{"rubric": r.Name, "seed": 1, "games": 2, "move_time": r.Move.String(), "game_time": r.Whole.String()})
	if err != nil {
		l.t.Fatal(err)
	}
	l.write(name+"/class.json", string(settings))
	l.write(name+"/games.jsonl", gradedGame(0, "anna #0123456789ab", "random")+gradedGame(1, "random", "anna #0123456789ab"))
}

// gradedGame is a game that anna wins.
func gradedGame(number int, first, second string) string {
	return fmt.Sprintf(`{"game":%d,"pair":0,"seed":1,"opening":"start","first":%q,"second":%q,"moves":["2,2"],"winner":"anna #0123456789ab","reason":"time","plies":1,"schema":1,"game_name":"littlego"}`+"\n",
		number, first, second)
}

// A class is shown while it is graded, with the points for the games so far, and
// again when its gradebook is there.
func TestGradings(t *testing.T) {
	l := newLab(t)
	l.makeGrading("class")
	show := func(address string, want ...string) {
		t.Helper()
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		for _, w := range want {
			if status != 200 || !strings.Contains(text, w) {
				t.Errorf("%s: %d, and no %q in\n%s", address, status, w, text)
			}
		}
	}
	show("/tournaments", `<a href="/gradings/class">class</a>`, "not over")
	show("/gradings/class", `data-ended="false"`, `<th scope="row">anna<td class="n">2`, `2-0-0`, "A rehearsal: 2 games", "/games/class/games.jsonl")
	show("/games/class/games.jsonl?player=anna", "Results", "100.0 %", "?game=2")
	l.write("class/games.jsonl", gradedGame(0, "anna #0123456789ab", "random")+`{"half a li`)
	show("/gradings/class", `<th scope="row">anna<td class="n">1`)
	l.write("class/gradebook.csv", "name,status\nanna,rehearsal\n")
	show("/gradings/class", `data-ended="true"`)
	l.write("class/class.json", `{"rubric":"none"}`)
	if status, text := l.ask("GET", "/gradings/class", ""); status != 422 || !strings.Contains(text, "no rubric") {
		t.Errorf("a damaged grading: %d %s", status, text)
	}
}
