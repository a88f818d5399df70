package run

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whatever the files of a run hold, its contents can be read; what is not good is
// a loss.
func FuzzContents(f *testing.F) {
	const line = `{"generation":0,"games":10,"best":0.5,"mean":0.4,"low":0.2,"high":0.6,"interval":{"value":0.5,"low":0.4,"high":0.6},"weights":[1,0]}`
	const champion = `{"game":"littlego","features":["stones","liberties"],"weights":[1,0],"evidence":{"depth":1,"claimed":0.5,"test":[]}}`
	f.Add([]byte(line+"\n"), []byte(`{"purpose":"validate","opponent":"random","score":{"value":1}}`+"\n"), []byte(champion))
	f.Add([]byte(line+"\n"+line[:50]), []byte("null\n"), []byte(champion[:60]))
	f.Add([]byte(strings.Replace(line, "0.5", "1e300", 1)+"\n"), []byte("{}\n[]\n"), []byte(strings.Replace(champion, "[1,0]", "[1e300,0]", 1)))
	f.Add([]byte(strings.Replace(line, "[1,0]", "[1e308,-1e308]", 1)+"\n"), []byte(""), []byte(strings.ReplaceAll(champion, `"test":[]`, `"test":[{"opponent":"x","games":-1}]`)))
	folder := f.TempDir()
	const config = "game: littlego\nplayer: {features: [stones, liberties]}\n"
	f.Fuzz(func(t *testing.T, metrics, matches, champion []byte) {
		for name, data := range map[string][]byte{ConfigFile: []byte(config), MetricsFile: metrics, MatchesFile: matches, ChampionFile: champion} {
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		c, err := ReadContents(folder)
		if err != nil {
			t.Fatal(err)
		}
		c.Matches()
		c.TestGames()
		for _, l := range c.Losses {
			if l.File == "" || l.What == "" || l.Lost == "" || strings.ContainsAny(l.String(), "\n") {
				t.Errorf("%+v", l)
			}
		}
	})
}

// Numbers that no run writes do not keep its figures from being drawn, nor for
// ever.
func TestOddNumbersAreDrawn(t *testing.T) {
	const line = `{"generation":0,"games":10,"best":0.5,"mean":0.4,"low":0.2,"high":0.6,"interval":{"value":0.5,"low":0.4,"high":0.6},"weights":[1,0]}`
	folder := t.TempDir()
	for _, c := range []struct{ was, is, loss string }{
		{`"games":10`, `"games":10`, ""},
		{`"games":10`, `"games":9000000000000000000`, "games since the start (expected: 0..1000000000000)"},
		{`"games":10`, `"games":-1`, "-1 games since the start"},
		{`"generation":0`, `"generation":9000000000000000000`, "(expected: 0..100000)"},
		{`"best":0.5`, `"best":1e300`, "the figure learning is not shown"},
		{`"weights":[1,0]`, `"weights":[1e308,-1e308]`, ""},
		{`"weights":[1,0]`, `"weights":[0,0]`, ""},
	} {
		text := strings.Replace(line, c.was, c.is, 1)
		for name, data := range map[string]string{ConfigFile: "game: littlego\nplayer: {features: [stones, liberties]}\n", MetricsFile: text + "\n"} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		contents, err := ReadContents(folder)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := contents.Pictures(nil); err != nil {
			t.Errorf("%s: %v", c.is, err)
		}
		if got := contents.Losses; (len(got) > 0) != (c.loss != "") || len(got) > 0 && !strings.Contains(got[0].String(), c.loss) {
			t.Errorf("%s: %v, want %q", c.is, got, c.loss)
		}
	}
}

func TestSpans(t *testing.T) {
	have := map[int]bool{0: true, 2: true, 6: true}
	if got := spans(have, 9); got != "generations 1, 3-5, 7-8" {
		t.Error(got)
	}
}
