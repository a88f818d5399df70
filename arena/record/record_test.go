package record

import (
	"fmt"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/internal/untrusted"
)

// What strangers chose, or their programs printed, is obeyed nowhere in a file of games.
func TestExportedTexts(t *testing.T) {
	const poison = "x\u202ey\u2066\u200b\x1b[2J\u009b{}[]\\\"\r\nz"
	for game, files := range map[string][]string{"littlego": {"a.sgf", "a.jsonl"}, "checkers": {"a.pdn", "a.jsonl"}} {
		g, err := agent.FindGame(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			line := arena.Line{Opening: "start", First: poison, Second: "y" + poison, Moves: []string{}, Winner: poison, Reason: "crash" + poison, Detail: poison, Stderr: [2]string{poison, poison}}
			line.Identify(game, "")
			text, err := Format(name, g, []arena.Line{line})
			if err != nil || strings.ContainsFunc(strings.ReplaceAll(string(text), "\n", ""), untrusted.Obeyed) {
				t.Errorf("%s: %v\n%q", name, err, text)
			}
			list, _, err := Parse(name, text)
			if err != nil || len(list) != 1 || list[0].Line.Winner != list[0].Line.First {
				t.Errorf("%s: %v %+v", name, err, list)
			}
		}
	}
}

// Good games keep their numbers whatever is between them; a file without one is an error.
func TestCollections(t *testing.T) {
	const line = `{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":["2,2"],"winner":"a","reason":"illegal","plies":1}`
	for _, c := range []struct{ name, text, want string }{
		{"a.pdn", "9-14 *\n\n9-15 *\n\n10-15 *", "game 1; game 2: line 3: ply 1: move \"9-15\" is illegal; game 3"},
		{"a.sgf", "(;SZ[5])(;SZ[9])(;SZ[5];B[aa]) the end", "game 1; game 2: line 1, column 11: the board's size is \"9\"; game 3"},
		{"a.jsonl", line + "\n\n" + line[:50] + "\n" + line + "\n", "line 1, game 1; line 3: game record; line 4, game 3"},
		{"a.jsonl", line[50:] + "\n" + line, "line 1: game record; line 2, game 2"},
		{"a", "% by a program\n9-14 *", "game 1"},
		{"a.pdn", "to be written", `error: game 1: line 1: ply 1: move "to": expected`},
		{"a.sgf", "to be written", "error: no game is here (expected: SGF)"},
		{"a.pdn", "% nothing", "error: no game is here (expected: PDN)"},
		{"a.jsonl", "no game", "error: line 1: game record"},
		{"a.jsonl", "{}", `error: line 1: game record: players "" and ""`},
	} {
		list, _, err := Parse(c.name, []byte(c.text))
		got := make([]string, len(list))
		for i, e := range list {
			got[i] = e.Place
			if e.Err != nil {
				got[i] = (&PlaceError{e.Place, e.Err}).Error()
			}
			if e.Number != i+1 {
				t.Errorf("%s: the number of %s is %d", c.name, e.Place, e.Number)
			}
		}
		if err != nil {
			got = []string{"error: " + err.Error()}
		}
		want := strings.Split(c.want, "; ")
		for i := range want {
			if len(got) != len(want) || !strings.HasPrefix(got[i], want[i]) {
				t.Errorf("%s, %q:\n%s\nwant\n%s", c.name, c.text, strings.Join(got, "\n"), c.want)
				break
			}
		}
	}
}

// A notation keeps what it has, through itself: headers, comments, a count by other rules.
func TestConversionWithinANotation(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.pdn", "[Opening \"Edinburgh\"]\n[Red \"Ada\"]\n{why} 9-14 {a note} 1-0", `[Opening "Edinburgh"]|[Red "Ada"]|{why} 1. 9-14 {a note} 1-0`},
		{"a.sgf", "(;SZ[5]PB[x]RE[B+25];B[aa])", "PB[x]PW[]RE[B+25]"},
	} {
		list, n, err := Parse(c.name, []byte(c.text))
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			if list[i].Game, err = agent.FindGame(n.Game); err != nil {
				t.Fatal(err)
			}
		}
		text, err := n.Convert(list)
		for _, want := range strings.Split(c.want, "|") {
			if err != nil || !strings.Contains(string(text), want) {
				t.Errorf("%s: %v\n%s\nwant %s", c.name, err, text, want)
			}
		}
	}
	if list, _, err := Parse("a.pdn", []byte("[Red \"Ada\"] 9-14 *")); err != nil || fmt.Sprint(list[0].Line.First, " ", list[0].Line.Second) != "Ada white" {
		t.Errorf("%v %+v", err, list)
	}
}
