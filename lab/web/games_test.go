package web

import (
	"strings"
	"testing"
)

// Files of games are listed with who played and who won, and found by that.
func TestGamesIndex(t *testing.T) {
	l := newLab(t)
	l.write("match.jsonl", drawnGame+"\n")
	won := func(winner string) string {
		return strings.NewReplacer(`"winner":"draw"`, `"winner":"`+winner+`"`).Replace(drawnGame) + "\n"
	}
	l.write("cup/games.jsonl", won("a")+won("a")+won("b")+drawnGame+"\n")
	for address, want := range map[string][]string{
		"/games":                                  {"match.jsonl", "cup/games.jsonl", "2 : 1, 1 draw", "draw (normal)", "tictactoe"},
		"/games?player=rand&result=won":           {"!match.jsonl", "cup/games.jsonl", "2 of 4"},
		"/games?player=rand&result=lost":          {"!match.jsonl", "1 of 4"},
		"/games?result=draw":                      {"1 of 1", "1 of 4"},
		"/games?result=won":                       {"!match.jsonl", "3 of 4"},
		"/games?player=nobody":                    {"No game fits"},
		"/games?result=open":                      {"No game fits"},
		"/games/cup/games.jsonl?player=a&result=": {"4 games"},
		"/games/cup/games.jsonl?result=draw":      {"<p>1 game. "},
	} {
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		if status != 200 {
			t.Errorf("%s: %d", address, status)
		}
		for _, part := range want {
			part, absent := strings.CutPrefix(part, "!")
			if strings.Contains(text, part) == absent {
				t.Errorf("%s: %q: %v\n%s", address, part, absent, text)
			}
		}
	}
	l.write("match.jsonl", won("b"))
	if _, text := l.ask("GET", "/games?result=draw", "", "Accept", "text/html"); strings.Contains(text, "1 of 1") {
		t.Error("a file that has changed is listed as it was")
	}
	if status, _ := l.ask("GET", "/games?result=lots", ""); status != 400 {
		t.Errorf("another result: %d", status)
	}
}
