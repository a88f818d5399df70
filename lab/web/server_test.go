package web

import (
	"net/http"
	"strings"
	"testing"
)

const drawnGame = `{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":["1,1","0,0","0,2","2,0","1,0","1,2","0,1","2,1","2,2"],"winner":"draw","reason":"normal","plies":9,"schema":1,"game_name":"tictactoe","agents":["random","perfect"]}`

func TestPages(t *testing.T) {
	l := newLab(t)
	l.makeRun("2026-01-01-000000-one")
	l.makeRun("2026-01-01-000001-two", "seed=2")
	l.write("match.jsonl", drawnGame+"\n")
	for address, want := range map[string]string{
		"/": "2026-01-01-000001-two",
		"/?filter=run+endsWith+%22one%22&sort=validated&reverse=1":     "2026-01-01-000000-one",
		"/?filter=seed+%3D%3D+2":                                       "2026-01-01-000001-two",
		"/?filter=false":                                               "No run fits",
		"/runs/2026-01-01-000000-one":                                  "What differs from the default config",
		"/runs/2026-01-01-000000-one/metrics.csv":                      "run,generation",
		"/compare?run=2026-01-01-000000-one&run=2026-01-01-000001-two": "Where their settings differ",
		"/compare?run=2026-01-01-000001-two&run=2026-01-01-000000-one": `data-query="run=2026-01-01-000001-two&amp;run=`,
		"/games":                    "match.jsonl",
		"/games/match.jsonl":        "draw",
		"/games/match.jsonl?game=1": `o <span class="move" data-filed="0,0">0,0<`,
		"/play?game=halma":          "New game",
		"/tournaments":              "no tournaments",
		"/new":                      "generations",
		"/new?config=../x.yaml":     "neither an embedded one",
		"/assets/board.js":          "export { boardTable",
		"/assets/uplot/LICENSE":     "Leon Sorokin",
	} {
		status, text := l.ask("GET", address, "", "Accept", "text/html")
		if status != http.StatusOK || !strings.Contains(text, want) {
			t.Errorf("%s: %d, and no %q in\n%s", address, status, want, text)
		}
	}
}
