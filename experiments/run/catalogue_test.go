package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/experiments/experiment"
	"evolab/internal/files"
	"evolab/internal/longtest"
	"evolab/plots"
	"evolab/search/cputime"
)

// newRun makes a folder as a finished run leaves it, with nothing but what
// look-ups read.
func newRun(t testing.TB, root, name string, settings ...string) string {
	t.Helper()
	folder := filepath.Join(root, name)
	c, err := experiment.Parse("x.yaml", []byte("game: littlego\nplayer: {features: [stones, liberties]}\n"), append([]string{"name=x"}, settings...))
	if err != nil {
		t.Fatal(err)
	}
	text, err := c.YAML()
	if err != nil {
		t.Fatal(err)
	}
	putRun(t, folder, string(text), c.Seed)
	return folder
}

// putRun writes the files of a run with a config.
func putRun(t testing.TB, folder, text string, seed uint64) {
	t.Helper()
	started := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC).Add(time.Duration(seed) * time.Second)
	at, _ := started.MarshalText()
	best := float64(seed%1000) / 1000
	put(t, folder, ConfigFile, text)
	put(t, folder, EnvironmentFile, fmt.Sprintf(`{"schema":1,"started":%q,"git":null}`, at))
	put(t, folder, HistoryFile, fmt.Sprintf(`{"at":%q,"what":"started"}`+"\n"+`{"at":%q,"what":"finished","generation":1,"seconds":2.5}`+"\n", at, at))
	put(t, folder, MetricsFile, fmt.Sprintf(`{"generation":0,"games":10,"best":0.1,"validated":{"value":0.2,"low":0,"high":1},"weights":[1,0]}`+"\n"+
		`{"generation":1,"games":20,"best":%v,"validated":{"value":%v,"low":0,"high":1},"weights":[0,1]}`+"\n", jsonNumber(best), jsonNumber(best/2)))
}

func jsonNumber(x float64) string {
	text, _ := json.Marshal(x)
	return string(text)
}

func put(t testing.TB, folder, name, text string) {
	t.Helper()
	path := filepath.Join(folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// names are the runs that a filter lets through, the newest first.
func names(t testing.TB, root, text string) string {
	t.Helper()
	filter, err := ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	list, err := List(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	text = ""
	for _, s := range list {
		if filter.Holds(s) {
			text += s.Run + " "
		}
	}
	return text
}

func TestListKnowsTheRuns(t *testing.T) {
	root := t.TempDir()
	newRun(t, root, "a", "seed=300", "ga.sigma=.3")
	newRun(t, root, "b", "seed=100", "game=konane")
	newRun(t, root, "c", "seed=200", "ga.sigma=0.30", "variant=passes")
	put(t, root, "c/labels.json", `{"tags":["good","tuned"],"notes":[{"at":"2026-01-02T03:04:05Z","text":"first"},{"at":"2026-01-02T03:04:05Z","text":"last"}]}`)
	put(t, root, "d/config.yaml", "game: [")
	put(t, root, "notes/readme.txt", "this is no run")
	put(t, root, ".removed/config.yaml", "")
	for range 2 { // from the records, and from the summaries
		for filter, want := range map[string]string{
			"": "d a c b ", `game == "konane"`: "b ", `status == "finished"`: "a c b ", `status == "crashed"`: "d ", `"good" in tags`: "c ", `"goo" in tags`: "", `run contains "c"`: "c ",
			"ga.sigma == .3": "a c ", `ga.sigma == .3 and variant == "passes"`: "c ",
		} {
			if got := names(t, root, filter); got != want {
				t.Errorf("%s: %q, want %q", filter, got, want)
			}
		}
		list, err := List(t.Context(), root)
		if err != nil {
			t.Fatal(err)
		}
		if c := list[2]; c.Note != "last" || *c.Best != .2 || c.Seconds != 2.5 || c.Games != 20 || c.Key == "" || c.Key == list[1].Key {
			t.Errorf("%+v", c)
		}
	}
	if names(t, filepath.Join(root, "nowhere"), "") != "" {
		t.Error("there are runs in no folder")
	}
}

// A summary that is not that of the records is written anew, whatever is wrong with it.
func TestSummariesFollowTheRecords(t *testing.T) {
	root := t.TempDir()
	folder := newRun(t, root, "a", "seed=1")
	path := filepath.Join(folder, SummaryFile)
	for name, spoil := range map[string]func(text string) string{
		"missing":          nil,
		"empty":            func(string) string { return "" },
		"cut off":          func(text string) string { return text[:len(text)/2] },
		"of another state": func(text string) string { return strings.Replace(text, `"state":"`, `"state":"x`, 1) },
		"without settings": func(string) string { return `{"state":` + strconv.Quote(recordsState(folder)) + `}` },
		"too large":        func(text string) string { return text + strings.Repeat(" ", maxSummary) },
	} {
		if names(t, root, "") != "a " {
			t.Fatal("no run")
		}
		text, err := os.ReadFile(path)
		if err == nil && spoil == nil {
			err = os.Remove(path)
		} else if err == nil {
			err = os.WriteFile(path, []byte(spoil(string(text))), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := names(t, root, "seed == 1 and validated == .0005"); got != "a " {
			t.Errorf("%s: %q", name, got)
		}
		if again, err := os.ReadFile(path); err != nil || string(again) != string(text) {
			t.Errorf("%s: it is %q, %v", name, again, err)
		}
	}
	put(t, folder, SummaryFile, strings.Replace(read(t, path), `"game":"littlego"`, `"game":"halma"`, 1))
	if names(t, root, `game == "halma"`) != "a " {
		t.Error("the summary is not read")
	}
	if _, err := ChangeLabels(folder, func(l *Labels) { l.SetTags([]string{"new"}) }); err != nil {
		t.Fatal(err)
	}
	if text := read(t, path); !strings.Contains(text, `"tags":["new"]`) || !strings.Contains(text, `"game":"littlego"`) {
		t.Errorf("after a change of labels it is %s", text)
	}
}

// A run whose state may change without its files has no summary.
func TestRunsAtWorkHaveNoSummary(t *testing.T) {
	root := t.TempDir()
	folder := newRun(t, root, "a")
	put(t, folder, HistoryFile, fmt.Sprintf(`{"at":"2026-01-02T03:04:05Z","what":"started","host":%q}`+"\n", hostName()))
	lock, err := files.TakeLock(filepath.Join(folder, LockFile))
	if err != nil {
		t.Fatal(err)
	}
	c := Catalogue{Root: root}
	status := func(want string) {
		t.Helper()
		if err := c.Refresh(t.Context()); err != nil || c.Runs()[0].Status != want {
			t.Errorf("%v, %+v", err, c.Runs()[0])
		}
		if _, err := os.Stat(filepath.Join(folder, SummaryFile)); err == nil {
			t.Error("there is a summary")
		}
	}
	status(IsRunning)
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	status(IsCrashed)
}

// Where nothing can be written, runs are listed by their records.
func TestListWithoutWriting(t *testing.T) {
	root := t.TempDir()
	folder := newRun(t, root, "a")
	if err := os.Mkdir(filepath.Join(folder, SummaryFile), 0o755); err != nil { // in the summary's place
		t.Fatal(err)
	}
	if got := names(t, root, ""); got != "a " {
		t.Error(got)
	}
}

// Several list the runs at once, while runs come.
func TestManyAtOnce(t *testing.T) {
	root := t.TempDir()
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for j := range 4 {
				newRun(t, root, fmt.Sprintf("run%d-%d", i, j), "seed=1")
				if own := strings.Fields(names(t, root, fmt.Sprintf(`run startsWith "run%d-"`, i))); len(own) != j+1 {
					t.Errorf("%d of %d runs", len(own), j+1)
				}
			}
		})
	}
	group.Wait()
	if list, err := List(t.Context(), root); err != nil || len(list) != 16 {
		t.Errorf("%d runs, %v", len(list), err)
	}
}

// A list of very many runs takes no time that people notice.
func TestManyRuns(t *testing.T) {
	n, limit := 110, 100*time.Millisecond
	if longtest.Enabled() {
		n, limit = 2000, 600*time.Millisecond // of CPU: .3 s on two cores
	}
	root := t.TempDir()
	name := func(i int) string { return fmt.Sprintf("2026-01-02-030405-x-%d", i) }
	text, err := os.ReadFile(filepath.Join(newRun(t, root, name(0), "seed=0"), ConfigFile))
	if err != nil || !strings.Contains(string(text), "\nseed: 0\n") {
		t.Fatalf("no seed, %v:\n%s", err, text)
	}
	for i := 1; i < n; i++ { // parsing a config for each would take longer than what is tested
		own := strings.Replace(string(text), "\nseed: 0\n", fmt.Sprintf("\nseed: %d\n", i), 1)
		putRun(t, filepath.Join(root, name(i)), own, uint64(i))
	}
	for _, what := range []string{"records", "summaries"} {
		began, at := cputime.Process(), time.Now()
		list, err := List(t.Context(), root)
		list = (&View{Sort: "claimed"}).Runs(list)
		took := cputime.Process() - began
		t.Logf("%d runs from their %s: %v of CPU, %v", n, what, took, time.Since(at))
		if err != nil || len(list) != n || what == "summaries" && took > limit {
			t.Errorf("%d runs after %v, %v", len(list), took, err)
		}
	}
	entries, _ := os.ReadDir(root)
	compareHundred(t, root, entries[:n])
}

// compareHundred compares runs as evolve compare does.
func compareHundred(t *testing.T, root string, entries []os.DirEntry) {
	t.Helper()
	began := cputime.Process()
	var folders []string
	for i := range 100 {
		folders = append(folders, filepath.Join(root, entries[i*len(entries)/101].Name()))
	}
	runs, err := ReadAll(nil, folders, func() {})
	if err != nil {
		t.Fatal(err)
	}
	figure, err := Overlay(runs, CurveView{})
	if err == nil {
		err = plots.Save(figure, filepath.Join(t.TempDir(), "x.svg"), plots.Style{})
	}
	took := cputime.Process() - began
	t.Logf("100 runs compared in %v of CPU", took)
	if keys := Differing(runs); err != nil || len(keys) != 1 || keys[0].Key != "seed" || took > 3*time.Second {
		t.Errorf("%+v after %v, %v", keys, took, err)
	}
}

// Listing runs that came from elsewhere writes nothing outside their folders.
func TestSummariesAreWrittenThroughNoLink(t *testing.T) {
	root := t.TempDir()
	folder := newRun(t, root, "a", "seed=1")
	mine := filepath.Join(t.TempDir(), "mine")
	if err := os.WriteFile(mine, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, SummaryFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.Symlink(mine, filepath.Join(folder, SummaryFile)); err != nil {
		t.Skip(err)
	}
	if names(t, root, "seed == 1") != "a " {
		t.Error("the run is not listed")
	}
	if text := read(t, mine); text != "mine" {
		t.Errorf("the file elsewhere is %q", text)
	}
}
