package run

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/arena"
	"evolab/features"
	"evolab/internal/files"
)

// Whatever the files of a run hold, its contents can be read; what is not good is
// a loss.
func FuzzRead(f *testing.F) {
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
		c, err := Read(nil, folder)
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
		contents, err := Read(nil, folder)
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
	if got := missingGenerations(have, 9); got != "generations 1, 3-5, 7-8" {
		t.Error(got)
	}
}

// earlier is the folder of a run that an earlier version has recorded.
func earlier(t *testing.T) (folder string, files []string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/run-1.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	for _, f := range archive.Files {
		files = append(files, f.Name)
	}
	return folder, files
}

func TestRunsOfEarlierVersionsAreRead(t *testing.T) {
	folder, _ := earlier(t)
	c, err := Read(nil, folder)
	if err != nil || len(c.Losses) > 0 {
		t.Fatalf("%v, %v", c.Losses, err)
	}
	if c.Environment.Schema != 1 || c.State.Status != IsFinished || len(c.Metrics) != 3 || len(c.Champion.Values) == 0 || len(c.Evidence.Test) == 0 {
		t.Errorf("%+v", c)
	}
	if n := len(c.Matches()); n < 5 || len(c.Losses) > 0 {
		t.Errorf("%d matches, %v", n, c.Losses)
	}
}

// The folder of a version to come says so.
func TestRunsOfLaterVersionsAreRefused(t *testing.T) {
	for _, file := range []string{EnvironmentFile, CheckpointFile} {
		folder, _ := earlier(t)
		path := filepath.Join(folder, file)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		later := strings.NewReplacer(`"schema": 1`, `"schema": 3`, `"schema":1`, `"schema":3`).Replace(string(text))
		if err := os.WriteFile(path, []byte(later), 0o644); err != nil {
			t.Fatal(err)
		}
		_, about := ReadEnvironment(folder)
		_, at := ReadCheckpoint(folder)
		if err := map[string]error{EnvironmentFile: about, CheckpointFile: at}[file]; err == nil || !strings.Contains(err.Error(), file+": schema 3 (expected: ") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// docs/reference/formats.md has every file of a run's folder.
func TestFilesOfRunsAreDocumented(t *testing.T) {
	doc, err := os.ReadFile("../../docs/reference/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, names := earlier(t)
	names = append(names, LockFile, LabelsFile, files.SumsFile, PlotsFolder+"/", RoundsFolder+"/round-N.json", RoundsFolder+"/state-N.json")
	for _, name := range names {
		if !strings.Contains(string(doc), "\n| `"+name+"` |") {
			t.Errorf("docs/reference/formats.md has no %s", name)
		}
	}
	for what, number := range map[string]int{"run": Schema, "game record": arena.Schema, "weights": features.Schema} {
		if row := fmt.Sprintf("\n| %s | %d |", what, number); !strings.Contains(string(doc), row) {
			t.Errorf("docs/reference/formats.md does not say %q", row)
		}
	}
}

// A learner that learns nothing better keeps its start as the champion: that may have
// other features than those of the config.
func TestWeightRowsOfAStart(t *testing.T) {
	w := features.Weights{Features: []string{"a", "b", "c"}, Values: []float64{3, 0, -4}}
	got := ""
	for _, r := range weightRows([]string{"c", "a"}, w, w, false) {
		got += fmt.Sprintf("%s %g %g; ", r.Feature, *r.Start, r.Champion)
	}
	if want := "c -0.8 -0.8; a 0.6 0.6; b 0 0; "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	late := features.Weights{Features: w.Features, Values: w.Values, Endgame: &features.Endgame{Values: w.Values}}
	if rows := weightRows([]string{"c", "a"}, late, late, false); len(rows) > 0 {
		t.Errorf("weights of phases that the config does not have: %v", rows)
	}
}
