package arena

import (
	"reflect"
	"strings"
	"testing"
)

func TestLinesKeepGames(t *testing.T) {
	jobs, records := play(t, Match{Games: 20, OpeningPlies: 2, Seed: 3, Keep: true}, 2, "greedy", "random")
	for i, rec := range records {
		line := NewLine(jobs[i], rec, []string{"a, with \"quotes\"", "b<&>"})
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
		`,"plies":1}`:  ``,
	} {
		if _, err := ParseLine([]byte(strings.Replace(good, old, bad, 1))); err == nil {
			t.Errorf("%s in place of %s is accepted", bad, old)
		}
	}
}

func FuzzLine(f *testing.F) {
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
