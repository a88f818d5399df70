package report

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/progress"
)

// half cuts a file off in the middle.
func half(t *testing.T, path string) {
	t.Helper()
	data := readFile(t, path)
	write(t, path, data[:len(data)/2])
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// change does something to the second line of a file.
func change(t *testing.T, path string, to func(line string) string) {
	t.Helper()
	lines := strings.SplitAfter(readFile(t, path), "\n")
	lines[1] = to(lines[1])
	write(t, path, strings.Join(lines, ""))
}

// damages are done to the files of a run of two generations; want are the losses
// that a report names then.
var damages = []struct {
	name   string
	damage func(t *testing.T, file func(name string) string)
	want   []string
}{
	{"none", func(*testing.T, func(string) string) {}, nil},
	{"metrics cut off", func(t *testing.T, file func(string) string) { half(t, file(run.MetricsFile)) },
		[]string{`metrics\.jsonl:2: it is cut off in the middle; what it says is left out`, `metrics\.jsonl: lines are lost; generations 1-2 of 3 are not shown`}},
	{"metrics with garbage", func(t *testing.T, file func(string) string) {
		change(t, file(run.MetricsFile), func(string) string { return "garbage\n" })
	}, []string{`metrics\.jsonl:2: it is not JSON; .*`, `metrics\.jsonl: lines are lost; generations 1 of 3 are not shown`}},
	{"metrics of another kind", func(t *testing.T, file func(string) string) {
		change(t, file(run.MetricsFile), func(line string) string { return strings.Replace(line, `"weights":[`, `"weights":[1,`, 1) })
	}, []string{`metrics\.jsonl:2: \d+ weights \(expected: \d+, .*`, `metrics\.jsonl: lines are lost; .*`}},
	{"metrics twice", func(t *testing.T, file func(string) string) {
		change(t, file(run.MetricsFile), func(line string) string { return line + line })
	}, []string{`metrics\.jsonl:3: generation 1 \(expected: 2\.\.100000\); .*`}},
	{"no metrics", func(t *testing.T, file func(string) string) { os.Remove(file(run.MetricsFile)) },
		[]string{`metrics\.jsonl: it is missing; .*`}},
	{"champion cut off", func(t *testing.T, file func(string) string) { half(t, file(run.ChampionFile)) },
		[]string{`champion\.json:\d+: it is cut off in the middle; the champion, its results and its weights are not shown`}},
	{"champion of another game", func(t *testing.T, file func(string) string) {
		write(t, file(run.ChampionFile), strings.ReplaceAll(readFile(t, file(run.ChampionFile)), "tictactoe", "checkers"))
	}, []string{`champion\.json: weights for "checkers" given to "tictactoe"; .*`}},
	{"champion without evidence", func(t *testing.T, file func(string) string) {
		text := readFile(t, file(run.ChampionFile))
		at := strings.Index(text, `"evidence": `)
		write(t, file(run.ChampionFile), text[:at]+"\"evidence\": null}")
	}, []string{`champion\.json: no evidence \(expected: .*`}},
	{"champion with other evidence", func(t *testing.T, file func(string) string) {
		text := readFile(t, file(run.ChampionFile))
		at := strings.Index(text, `"evidence": `)
		write(t, file(run.ChampionFile), text[:at]+"\"evidence\": 3}")
	}, []string{`champion\.json:\d+: "evidence" is a number \(expected: an object\); .*`}},
	{"champion with a score of no game", func(t *testing.T, file func(string) string) {
		score := regexp.MustCompile(`"score": \{\s*"value": [0-9.]+`)
		write(t, file(run.ChampionFile), score.ReplaceAllString(readFile(t, file(run.ChampionFile)), `"score": {"value": 7`))
	}, []string{`champion\.json: it is not what was written here; .*`, `champion\.json: win rates: .* is 7 \(allowed: 0 to 1\); the figure winrates is not shown`}},
	{"no champion", func(t *testing.T, file func(string) string) { os.Remove(file(run.ChampionFile)) },
		[]string{`champion\.json: it is missing; .*`}},
	{"config cut off", func(t *testing.T, file func(string) string) {
		text, _, _ := strings.Cut(readFile(t, file(run.ConfigFile)), "nents:") // within a word
		write(t, file(run.ConfigFile), text)
	},
		[]string{`config\.yaml:\d+: .*; the copy in environment\.json is taken`}},
	{"no config and no environment", func(t *testing.T, file func(string) string) {
		os.Remove(file(run.ConfigFile))
		write(t, file(run.EnvironmentFile), "")
	}, []string{`config\.yaml: it is missing; the copy in checkpoint\.json is taken`, `environment\.json:1: it is empty; .*`}},
	{"history of another kind", func(t *testing.T, file func(string) string) {
		change(t, file(run.HistoryFile), func(string) string { return "null\n" })
	}, []string{`history\.jsonl:2: it is null \(expected: an object\); .*`}},
	{"matches, games and start", func(t *testing.T, file func(string) string) {
		os.Remove(file(run.MatchesFile))
		change(t, file(run.TestGamesPath), func(line string) string { return strings.Replace(line, `"moves":["`, `"moves":["9`, 1) })
		write(t, file(run.StartFile), `{"game": 3}`)
	}, []string{`start\.json:1: "game" is a number \(expected: a text\); .*`, `matches\.jsonl: it is missing; .*`, `games/test\.jsonl: it is not what was written here; .*`,
		`games/test\.jsonl: game \d+: ply 1: .*; 1 of \d+ games cannot be shown`}},
	{"labels, checkpoint and timing", func(t *testing.T, file func(string) string) {
		write(t, file(run.LabelsFile), `{"tags": "good"}`)
		half(t, file(run.CheckpointFile))
		half(t, file(run.TimingFile))
	}, []string{`labels\.json:1: "tags" is a text \(expected: a list\); .*`, `checkpoint\.json:1: it is cut off .*`, `timing\.jsonl:2: it is cut off .*`}},
}

// Of a damaged run a report shows what can be read, and names what cannot: one
// rule for all files.
func TestDamagedRuns(t *testing.T) {
	whole := runSmall(t, "tictactoe")
	testNothingToRead(t, whole)
	testHalfALine(t, whole)
	for _, c := range damages {
		t.Run(c.name, func(t *testing.T) {
			folder := copied(t, whole)
			c.damage(t, func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) })
			r, err := Read(context.Background(), folder, Options{Replays: 100, Nodes: 10, Workers: 1, Progress: progress.None{}})
			if err != nil {
				t.Fatal(err)
			}
			checkLosses(t, r, c.want)
		})
	}
}

func copied(t *testing.T, whole string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(folder, os.DirFS(whole)); err != nil {
		t.Fatal(err)
	}
	return folder
}

func checkLosses(t *testing.T, r *Run, want []string) {
	t.Helper()
	page, err := HTML([]*Run{r})
	if err != nil {
		t.Fatal(err)
	}
	if shown := strings.Contains(string(page), "record is damaged"); shown != (want != nil) {
		t.Errorf("a warning in the page: %v", shown)
	}
	var got []string
	for _, l := range r.Losses {
		got = append(got, l.String())
	}
	if ok, err := regexp.MatchString("^"+strings.Join(want, "\n")+"$", strings.Join(got, "\n")); err != nil || !ok {
		t.Errorf("losses:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// testHalfALine: the last line may be half there while somebody writes it; of a
// run that nobody works on it is a loss.
func testHalfALine(t *testing.T, whole string) {
	t.Helper()
	folder := copied(t, whole)
	if err := run.Sums(folder).Remove(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(folder, run.MetricsFile)
	write(t, path, readFile(t, path)+`{"generation":3,"ga`)
	o := Options{Workers: 1, Progress: progress.None{}}
	r, err := Read(context.Background(), folder, o)
	if err != nil {
		t.Fatal(err)
	}
	checkLosses(t, r, []string{`metrics\.jsonl:4: it is cut off in the middle; what it says is left out`})
	lock, err := files.TakeLock(filepath.Join(folder, run.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if r, err = Read(context.Background(), folder, o); err != nil || r.State.Status != run.IsRunning {
		t.Fatalf("%s, %v", r.State.Status, err)
	}
	checkLosses(t, r, nil)
}

// testNothingToRead: a run of which nothing is left is an error that says why.
func testNothingToRead(t *testing.T, whole string) {
	t.Helper()
	for _, c := range []struct {
		name  string
		files []string
		want  string
	}{
		{"generations and champion", []string{run.MetricsFile, run.ChampionFile}, "nothing of its generations and its champion can be read (metrics.jsonl:1: it is empty; "},
		{"all configs", []string{run.ConfigFile, run.EnvironmentFile, run.CheckpointFile}, "neither environment.json nor checkpoint.json holds a copy"},
	} {
		folder := copied(t, whole)
		for _, name := range c.files {
			write(t, filepath.Join(folder, name), "\n")
		}
		if _, err := Read(context.Background(), folder, Options{}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}
