package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"evolab/experiments/experiment"
	"evolab/internal/longtest"
	"evolab/internal/progress"
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

func open(t testing.TB, root string) *Index {
	t.Helper()
	x, err := Open(context.Background(), root, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := x.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

// names are the runs that a filter lets through.
func names(t testing.TB, x *Index, text string) string {
	t.Helper()
	filter, err := ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	list, err := x.Runs(context.Background(), true)
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

func TestIndexKnowsTheRuns(t *testing.T) {
	root := t.TempDir()
	newRun(t, root, "a", "seed=300", "ga.sigma=.3")
	newRun(t, root, "b", "seed=100", "game=konane")
	newRun(t, root, "c", "seed=200", "ga.sigma=0.30", "variant=passes")
	put(t, root, "c/labels.json", `{"tags":["good","tuned"],"notes":[{"at":"2026-01-02T03:04:05Z","text":"first"},{"at":"2026-01-02T03:04:05Z","text":"last"}]}`)
	put(t, root, "d/config.yaml", "game: [")
	put(t, root, "notes/readme.txt", "this is no run")
	put(t, root, ".removed/config.yaml", "")
	x := open(t, root)
	for filter, want := range map[string]string{
		"": "d a c b ", "game=konane": "b ", "status=finished": "a c b ", "status=crashed": "d ", "tags=good": "c ", "tags=goo": "", "run~c": "c ",
		"ga.sigma=.3": "a c ", "ga.sigma=.3 and variant=passes": "c ",
	} {
		if got := names(t, x, filter); got != want {
			t.Errorf("%s: %q, want %q", filter, got, want)
		}
	}
	list, err := x.Runs(context.Background(), true)
	if err != nil {
		t.Fatal(err)
	}
	if c := list[2]; c.Note != "last" || *c.Best != .2 || c.Seconds != 2.5 || c.Games != 20 || c.Key == "" || c.Key == list[1].Key {
		t.Errorf("%+v", c)
	}
}

// What changes in the folders is seen, and nothing else is needed for it.
func TestIndexFollowsTheFolders(t *testing.T) {
	root := t.TempDir()
	newRun(t, root, "a", "seed=1")
	newRun(t, root, "b", "seed=2")
	x := open(t, root)
	put(t, root, "a/labels.json", `{"tags":["new"]}`)
	newRun(t, root, "copied", "seed=3")
	if err := os.Rename(filepath.Join(root, "b"), filepath.Join(root, "renamed")); err != nil {
		t.Fatal(err)
	}
	if err := x.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := names(t, x, ""); got != "copied renamed a " {
		t.Error(got)
	}
	if got := names(t, x, "tags=new"); got != "a " {
		t.Error(got)
	}
	c := &Catalogue{Index: x}
	if err := c.Refresh(context.Background()); err != nil {
		t.Fatal(err)
	}
	for _, run := range []string{"renamed", "a"} { // no runs any more, though their folders are there
		if err := errors.Join(os.RemoveAll(filepath.Join(root, run)), os.Mkdir(filepath.Join(root, run), 0o777)); err != nil {
			t.Fatal(err)
		}
		refresh := x.Refresh
		if run == "a" {
			refresh = c.Refresh
		}
		if err := refresh(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	if got := names(t, x, ""); got != "copied " || len(c.Runs()) != 1 {
		t.Errorf("%q, and the catalogue has %d", got, len(c.Runs()))
	}
}

// A file that is no index costs nothing but the time to rebuild it.
func TestBrokenIndexesAreRebuilt(t *testing.T) {
	root := t.TempDir()
	for i := range 20 {
		newRun(t, root, fmt.Sprint("run", i), fmt.Sprint("seed=", i))
	}
	age(root)
	path := filepath.Join(root, IndexFile)
	for name, spoil := range map[string]func(data []byte) []byte{
		"text":               func([]byte) []byte { return []byte("this is no database\n") },
		"empty":              func([]byte) []byte { return nil },
		"cut off":            func(data []byte) []byte { return data[:len(data)/2] },
		"garbled everywhere": func(data []byte) []byte { return garble(data, 0, len(data)) },
		"garbled header":     func(data []byte) []byte { return garble(data, 0, 200) },
		"garbled middle":     func(data []byte) []byte { return garble(data, 9000, 14000) },
		"garbled names":      func(data []byte) []byte { return replaceAll(data, "run", "rvn") },
		"garbled summaries":  func(data []byte) []byte { return replaceAll(data, "\"best\":0", "\"best\":9") },
		"another version":    func(data []byte) []byte { data[63]++; return data },
	} {
		t.Run(name, func(t *testing.T) {
			x, err := Open(context.Background(), root, nil)
			if err == nil {
				err = x.Close()
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, spoil(data), 0o644); err != nil {
				t.Fatal(err)
			}
			x = open(t, root)
			list, err := x.Runs(context.Background(), true)
			if err != nil || len(list) != 20 || *list[0].Best != .019 || list[19].Run != "run0" {
				t.Errorf("%d runs, %v", len(list), err)
			}
		})
	}
}

func garble(data []byte, from, to int) []byte {
	for i := from; i < min(to, len(data)); i++ {
		data[i] = byte(i*i + i>>3 + 7)
	}
	return data
}

func replaceAll(data []byte, old, new string) []byte {
	for i := range len(data) - len(old) {
		if string(data[i:i+len(old)]) == old {
			copy(data[i:], new)
		}
	}
	return data
}

// Where nothing can be written there is an index in memory.
func TestIndexInMemory(t *testing.T) {
	root := t.TempDir()
	newRun(t, root, "a")
	if err := os.Mkdir(filepath.Join(root, IndexFile), 0o755); err != nil { // in the index's place
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, IndexFile, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := names(t, open(t, root), ""); got != "a " {
		t.Error(got)
	}
	if _, err := os.Stat(filepath.Join(root, IndexFile, "x")); err != nil {
		t.Errorf("somebody's files were removed: %v", err)
	}
	if got := names(t, open(t, filepath.Join(root, "nowhere")), ""); got != "" {
		t.Error(got)
	}
}

// Several have the index at once, while runs come and go and it is removed.
func TestManyAtOnce(t *testing.T) {
	root := t.TempDir()
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for j := range 4 {
				newRun(t, root, fmt.Sprintf("run%d-%d", i, j), "seed=1")
				if j == 2 && i == 0 {
					_ = os.Remove(filepath.Join(root, IndexFile))
				}
				x, err := Open(context.Background(), root, nil)
				if err != nil {
					t.Error(err)
					return
				}
				if own := strings.Fields(names(t, x, fmt.Sprintf("run~run%d-", i))); len(own) != j+1 {
					t.Errorf("%d of %d runs", len(own), j+1)
				}
				if err := x.Close(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if list, err := open(t, root).Runs(context.Background(), true); err != nil || len(list) != 16 {
		t.Errorf("%d runs, %v", len(list), err)
	}
}

// A look-up among very many runs takes no time that people notice.
func TestManyRuns(t *testing.T) {
	n, limit := 110, 100*time.Millisecond
	if longtest.Enabled() {
		n, limit = 10_000, 300*time.Millisecond
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
	began := cputime.Process()
	open(t, root)
	t.Logf("%d runs: index made in %v of CPU", n, cputime.Process()-began)
	entries := age(root)
	open(t, root)
	began = cputime.Process()
	x := open(t, root)
	list, err := x.Runs(context.Background(), false)
	list = (&View{Sort: "claimed"}).Runs(list)
	took := cputime.Process() - began
	t.Logf("%d runs: look-up in %v of CPU", n, took)
	if err != nil || len(list) != n || took > limit {
		t.Errorf("%d runs after %v, %v", len(list), took, err)
	}
	compareHundred(t, root, entries[:n])
}

// age makes folders such as have lain there for a while, and lists them.
func age(root string) []os.DirEntry {
	old := time.Now().Add(-time.Hour)
	entries, _ := os.ReadDir(root)
	for _, e := range entries {
		for _, path := range []string{filepath.Join(root, e.Name(), HistoryFile), filepath.Join(root, e.Name())} {
			_ = os.Chtimes(path, old, old)
		}
	}
	return entries
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

// Making the index tells how far it is, and what was read before somebody lost
// patience is kept.
func TestIndexTellsHowFarItIs(t *testing.T) {
	root := t.TempDir()
	for i := range 2*batch + 1 {
		put(t, filepath.Join(root, fmt.Sprint("run", i)), ConfigFile, "game: littlego\n")
	}
	age(root)
	ctx, stop := context.WithCancel(context.Background())
	if _, err := Open(ctx, root, told{add: func(int) { stop() }}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var seen []string
	x, err := Open(context.Background(), root, told{
		begin: func(total int) { seen = append(seen, fmt.Sprint("of ", total)) },
		add:   func(n int) { seen = append(seen, fmt.Sprint(n)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	if want := fmt.Sprintf("of %d, %d, 1", batch+1, batch); strings.Join(seen, ", ") != want {
		t.Errorf("seen %q, want %s", seen, want)
	}
	if n := strings.Count(names(t, x, ""), " "); n != 2*batch+1 {
		t.Errorf("%d runs", n)
	}
}

// told hands on what it is told.
type told struct {
	progress.None
	begin func(total int)
	add   func(n int)
}

func (t told) Begin(_ string, total int, _ string) {
	if t.begin != nil {
		t.begin(total)
	}
}

func (t told) Add(n int) { t.add(n) }
