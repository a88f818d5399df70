package arena

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"evolab/agent"
)

func TestLinesKeepGames(t *testing.T) {
	jobs, records := play(t, Match{Games: 20, OpeningPlies: 2, Seed: 3, Keep: true}, 2, "greedy", "random")
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	roster := Roster{Info: g.Info(), Names: []string{"a, with \"quotes\"", "b<&>"}, Specs: []string{"greedy", "random"}}
	for i, rec := range records {
		line := roster.Line(jobs[i], rec)
		full, err := line.Append([]byte("before"))
		if err != nil {
			t.Fatal(err)
		}
		text, ok := strings.CutPrefix(string(full), "before")
		if !ok || strings.Contains(text, "\n") || !strings.Contains(text, "b<&>") {
			t.Errorf("%q", text)
		}
		back, err := ParseLine([]byte(text))
		if err != nil || !reflect.DeepEqual(line, back) || back.Result() != rec.Result {
			t.Errorf("%v\n%+v\n%+v", err, line, back)
		}
	}
}

// Every line says what was played: which game, by which rules, between whom.
func TestLinesSayWhatTheyAre(t *testing.T) {
	g, err := agent.FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	roster := Roster{Info: g.Info(), Names: []string{"a", "b"}, Specs: []string{"greedy", "alphabeta:depth=1"}}
	job := Job{First: 1, Second: 0, Seed: 9, Opening: "start", Limits: Limits{Move: time.Second / 2}, PlyCap: 40, DrawOnTime: true}
	line := roster.Line(job, Record{Reason: PlyLimit})
	text, err := line.Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"game":0,"pair":0,"seed":9,"opening":"start","first":"b","second":"a","moves":[],"winner":"draw","reason":"ply-limit","plies":0,"timed":true,` +
		`"schema":1,"game_name":"checkers","variant":"english",` +
		`"rules":{"move_time":0.5,"ply_cap":40,"repetition":REPETITION,"draw_on_time":true},"agents":["alphabeta:depth=1","greedy"]}`
	if got := strings.Replace(string(text), fmt.Sprint(`"repetition":`, g.Info().Repetition), `"repetition":REPETITION`, 1); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestEqualGamesHaveEqualKeys(t *testing.T) {
	a := Line{Opening: "start", Moves: []string{"1,1", "2,2"}}
	b, c := a, a
	b.Game, b.CPU, b.First = 7, [2]float64{1, 2}, "x"
	c.Moves = []string{"1,12,2"}
	if a.Key() != b.Key() || a.Key() == c.Key() {
		t.Error(a.Key(), b.Key(), c.Key())
	}
}

func TestBadLines(t *testing.T) {
	const good = `{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":["2,2"],"winner":"a","reason":"illegal","plies":1}`
	if _, err := ParseLine([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for old, bad := range map[string]string{
		`"a","second"`: `"b","second"`,
		`"winner":"a"`: `"winner":"c"`,
		`"plies":1`:    `"plies":2`,
		`"pair":0`:     `"pair":-1`,
		`"game":0`:     `"game":"0"`,
		`"seed":1`:     `"sead":1`,
		`}`:            `} {`,
		`{`:            `{"schema":1,`,
		`"illegal"`:    `"unfinished"`,
		`{"game"`:      `{"schema":-1,"game"`,
		`"pair"`:       `"rules":{"ply_cap":-1},"pair"`,
		`,"plies":1}`:  ``,
	} {
		if _, err := ParseLine([]byte(strings.Replace(good, old, bad, 1))); err == nil {
			t.Errorf("%s in place of %s is accepted", bad, old)
		}
	}
}

// A line of a later form is called that, whatever else it has.
func TestLaterLines(t *testing.T) {
	_, err := ParseLine([]byte(`{"schema":2,"game_name":"littlego","colour":"red"}`))
	if err == nil || !strings.Contains(err.Error(), "schema 2 (expected: at most 1; a newer evolab wrote it)") {
		t.Error(err)
	}
}

// Lines that were written before there was a schema still load.
func TestOldLines(t *testing.T) {
	data, err := os.ReadFile("testdata/old.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		line, err := ParseLine([]byte(text))
		if err != nil || line.Schema != 0 || line.GameName != "" {
			t.Errorf("line %d: %+v, %v", i+1, line, err)
		}
		if back, err := line.Append(nil); err != nil || string(back) != text {
			t.Errorf("line %d is written %s, %v", i+1, back, err)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add([]byte(`{"schema":1,"game_name":"littlego","variant":"host","rules":{"move_time":1},"agents":["x","y"],"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":[],"winner":"draw","reason":"normal","plies":0}`))
	f.Add([]byte(`{"game":0,"pair":0,"seed":1,"opening":"start","first":"a","second":"b","moves":["2,2"],"winner":"a","reason":"illegal","plies":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		line, err := ParseLine(data)
		if err != nil {
			return
		}
		text, err := line.Append(nil)
		if err != nil {
			t.Fatal(err)
		}
		back, err := ParseLine(text)
		if err != nil || back.Key() != line.Key() || back.Result() != line.Result() {
			t.Errorf("%v: %s", err, text)
		}
	})
}

// Records can be replayed: every move is legal and the result follows.
func TestRecordsReplay(t *testing.T) {
	jobs, records := play(t, Match{Games: 40, OpeningPlies: 2, Seed: 8, Keep: true}, 2, "greedy", "random")
	for i, rec := range records {
		b, err := littlego(t).Board("", jobs[i].Opening)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range rec.Moves {
			m, err := b.ParseMove(text)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(m)
		}
		if b.Outcome().Result != rec.Result || b.Outcome().Margin != rec.Margin || len(rec.Moves) != rec.Plies {
			t.Errorf("game %d: %+v ends as %+v", i, rec, b.Outcome())
		}
	}
}

// A record may go on where a rule that its game did not have has ended it; the first such
// end is found.
func TestEarlyEnds(t *testing.T) {
	for _, c := range []struct{ about, game, opening, moves, want string }{
		{"no early end", "tictactoe", "start", "0,0;1,0;0,1;1,1;0,2", "no early end"},
		{"after three in a row", "tictactoe", "start", "0,0;1,0;0,1;1,1;0,2;2,2", "ply 6: "},
		{"quiet plies", "checkers", ".B....../......../......../......../......../......../......../W.....W. b 49", "E b8 a7;E g1 f2;E a7 b8;E f2 e3", "draw (no-progress) after 2 plies"},
		{"a third repetition", "checkers", ".B....../......../......../......../......../......../......../......W. b", "E b8 a7;E g1 h2;E a7 b8;E h2 g1;E b8 a7;E g1 h2;E a7 b8;E h2 g1;E b8 a7;E g1 h2", "draw (repetition) after 9 plies"},
		{"the last ply", "littlego", "XX.../...../...../...../..... w 23 -", "0,3;0,4;PASS", "b wins (normal) after 1 plies"},
		{"two passes", "littlego", "start", "2,2;PASS;PASS;2,3", "b wins (normal) after 3 plies"},
		{"an illegal move after the end", "littlego", "start", "PASS;2,2;2,2", "ply 3: "},
		{"an end before the first move", "littlego", "XX.../...../...../...../..... b 24 -", "2,2", "b wins (normal) after 0 plies"},
	} {
		g, err := agent.FindGame(c.game)
		if err != nil {
			t.Fatal(err)
		}
		moves := strings.Split(c.moves, ";")
		l := Line{First: "a", Second: "b", Opening: c.opening, Moves: moves, Plies: len(moves), Winner: "a", Reason: "resign"}
		b, err := l.Start(g, "")
		if err != nil {
			t.Fatal(err)
		}
		early, err := l.Replay(b)
		got := "no early end"
		if err != nil {
			got = err.Error()
		} else if early != nil {
			until := l.Until(early)
			got = fmt.Sprintf("%s wins (%s) after %d plies", until.Winner, until.Reason, len(until.Moves))
			got = strings.Replace(got, "draw wins", "draw", 1)
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %s, want %s", c.about, got, c.want)
		}
	}
}
