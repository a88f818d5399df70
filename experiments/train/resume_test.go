package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/files"
	"evolab/internal/longtest"
)

// interruptTiny runs the tiny experiment until generation 1 of 2 is recorded.
func interruptTiny(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	done, err := Run(ctx, tinyConfig(t), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: 1}})
	if err != nil || !done.Interrupted {
		t.Fatalf("%+v, %v", done, err)
	}
	return done.Folder
}

func resumeTiny(t *testing.T, folder string, overrides ...string) (Done, error) {
	t.Helper()
	return Resume(context.Background(), folder, Options{Overrides: overrides, Workers: 1, Formats: undrawn})
}

// lasting are the files with the same bytes for any number of workers and
// interruptions.
func lasting() []string {
	return []string{run.MetricsFile, run.IndividualsFile, run.HallFile, run.MatchesFile, run.StartFile, run.ChampionFile,
		filepath.Join(run.GamesFolder, run.TestGamesFile)}
}

func spoil(t *testing.T, folder, name, text string) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(folder, name), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err == nil {
		_, err = f.WriteString(text)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
}

// Wherever a run was cut off, it ends as if nothing had happened.
func TestResumedRunsEndAlike(t *testing.T) {
	undisturbed := runTinyDrawn(t, svg, 2).Folder
	for name, cut := range map[string]func(t *testing.T, folder string){
		"interrupted": func(*testing.T, string) {},
		"in the middle of a line": func(t *testing.T, folder string) {
			spoil(t, folder, run.MetricsFile, `{"generation":2,"games":`)
			spoil(t, folder, run.IndividualsFile, "{\"generation\":2}\n{\"gener")
			spoil(t, folder, run.CheckpointFile+"123456", `{"schema":1,`)
			spoil(t, folder, filepath.Join(run.PlotsFolder, "learning.png42"), "")
		},
		"after the lines, before the checkpoint": func(t *testing.T, folder string) {
			for _, file := range run.LinesFiles() {
				spoil(t, folder, file, "{\"generation\":2}\n")
			}
		},
		"before the first checkpoint": func(t *testing.T, folder string) {
			if err := errors.Join(os.Remove(filepath.Join(folder, run.CheckpointFile)), os.Remove(filepath.Join(folder, run.ChampionFile))); err != nil {
				t.Fatal(err)
			}
		},
		"before its history began": func(t *testing.T, folder string) {
			if err := os.Remove(filepath.Join(folder, run.HistoryFile)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := interruptTiny(t)
			cut(t, folder)
			if _, err := Resume(context.Background(), folder, Options{Workers: 1, Formats: svg}); err != nil {
				t.Fatal(err)
			}
			figures := []string{filepath.Join(run.PlotsFolder, "learning.svg"), filepath.Join(run.PlotsFolder, "winrates.svg")}
			for _, file := range append(lasting(), figures...) {
				if !bytes.Equal(read(t, undisturbed, file), read(t, folder, file)) {
					t.Errorf("%s differs", file)
				}
			}
			for _, name := range []string{run.CheckpointFile + "?*", filepath.Join(run.PlotsFolder, "*[0-9]")} {
				if left, _ := filepath.Glob(filepath.Join(folder, name)); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			}
			if s, err := run.ReadState(folder); err != nil || s.Status != run.IsFinished {
				t.Errorf("%+v, %v", s, err)
			}
		})
	}
}

// Whatever the optimiser, a resumed run is the undisturbed one.
func TestEveryOptimizerResumes(t *testing.T) {
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			if !longtest.Enabled() && entry.Name != "ga" && entry.Name != "cma-es" {
				t.Skip("without -long: the package evolve resumes each of them")
			}
			settings := []string{"optimizer=" + entry.Name, "sampling.population=6", "generations=3"}
			undisturbed := runTiny(t, 2, settings...).Folder
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			done, err := Run(ctx, tinyConfig(t, settings...), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: 2}})
			if err != nil || !done.Interrupted {
				t.Fatalf("%+v, %v", done, err)
			}
			if _, err := resumeTiny(t, done.Folder); err != nil {
				t.Fatal(err)
			}
			for _, file := range lasting()[:6] {
				if !bytes.Equal(read(t, undisturbed, file), read(t, done.Folder, file)) {
					t.Errorf("%s differs", file)
				}
			}
		})
	}
}

// A finished run that gets more generations keeps those that it has.
func TestRunsGrow(t *testing.T) {
	folder := runTiny(t, 2).Folder
	before := read(t, folder, run.MetricsFile)
	if _, err := resumeTiny(t, folder); !errors.Is(err, ErrFinished) {
		t.Fatalf("resumed a finished run: %v", err)
	}
	done, err := resumeTiny(t, folder, "generations=4")
	if err != nil || len(done.Evidence.Test) == 0 {
		t.Fatalf("%+v, %v", done, err)
	}
	after := read(t, folder, run.MetricsFile)
	if !bytes.HasPrefix(after, before) || bytes.Count(after, []byte("\n")) != 5 {
		t.Errorf("metrics of generations 0 to 4:\n%s", after)
	}
	c, err := experiment.Load(filepath.Join(folder, run.ConfigFile), nil)
	if err != nil || c.Generations != 4 {
		t.Errorf("the config has %+v, %v", c, err)
	}
	events, err := run.ReadHistory(folder)
	if err != nil || len(events) != 4 || len(events[2].Changed) != 1 || !strings.Contains(events[2].Changed[0], "generations: 2 before, 4 now") {
		t.Errorf("history %+v, %v", events, err)
	}
}

// A run that an earlier version has recorded can become longer.
func TestRunsOfEarlierVersionsGrow(t *testing.T) {
	archive, err := txtar.ParseFile("../run/testdata/run-1.txtar")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := txtar.Write(archive, folder); err != nil {
		t.Fatal(err)
	}
	before := read(t, folder, run.MetricsFile)
	if _, err := resumeTiny(t, folder, "generations=3"); err != nil {
		t.Fatal(err)
	}
	if after := read(t, folder, run.MetricsFile); !bytes.HasPrefix(after, before) || bytes.Count(after, []byte("\n")) != 4 {
		t.Errorf("metrics of generations 0 to 3:\n%s", after)
	}
}

func TestWhatCannotBeResumed(t *testing.T) {
	folder := interruptTiny(t)
	for override, want := range map[string]string{
		"ga.sigma=.3":                  "ga.sigma: 0.4 before, 0.3 now",
		"generations=1":                "generations: 2 before, 1 now",
		"opponents=[{agent: random}]":  "opponents: [{agent: random, share: 0.1}, ",
		"player.features=[stones, up]": "no feature",
	} {
		if _, err := resumeTiny(t, folder, override); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", override, err, want)
		}
	}
	config := string(read(t, folder, run.ConfigFile))
	write(t, folder, run.ConfigFile, strings.Replace(config, "seed: 1", "seed: 2", 1))
	if _, err := resumeTiny(t, folder); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "seed: 1 before, 2 now") {
		t.Errorf("with an edited config: %v", err)
	}
	write(t, folder, run.ConfigFile, config)

	lock, err := files.TakeLock(filepath.Join(folder, run.LockFile))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := resumeTiny(t, folder); !errors.Is(err, files.ErrLocked) {
		t.Errorf("while it is running: %v", err)
	}
	if err := lock.Close(); err != nil {
		t.Fatal(err)
	}
	metrics := string(read(t, folder, run.MetricsFile))
	write(t, folder, run.MetricsFile, metrics[:100])
	if _, err := resumeTiny(t, folder); err == nil || !strings.Contains(err.Error(), "lines are lost") {
		t.Errorf("with lost lines: %v", err)
	}
	write(t, folder, run.MetricsFile, metrics)
	if err := os.Remove(filepath.Join(folder, run.EnvironmentFile)); err != nil {
		t.Fatal(err)
	}
	if _, err := resumeTiny(t, folder); !errors.Is(err, ErrNotResumable) {
		t.Errorf("of an earlier version: %v", err)
	}
}

// The whole numbers of a run of schema 1 were rounded: what was recorded is shown as it was
// meant, and another search does not continue it.
func TestRoundedIntegersAreNotResumed(t *testing.T) {
	folder := interruptTiny(t)
	old := string(read(t, folder, run.ConfigFile))
	old = strings.Replace(old, `agent: ""`, `agent: "lines:dir=.,cmd=cat"`, 1)
	old = strings.Replace(old, "\n  depth: 1", "\n  depth: 2", 1)
	old = strings.Replace(old, "parameters: []", "parameters: [{name: depth, start: 3, low: 1, high: 5, integer: true}]", 1)
	write(t, folder, run.ConfigFile, old)
	for schema, want := range map[string]float64{"1": 3, "2": 4} {
		about := string(read(t, folder, run.EnvironmentFile))
		write(t, folder, run.EnvironmentFile, regexp.MustCompile(`"schema": [0-9]`).ReplaceAllString(about, `"schema": `+schema))
		r, err := run.Read(nil, folder)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Config.Shown([]float64{.24}); got[0] != want {
			t.Errorf("schema %s: depth %v, want %v", schema, got, want)
		}
		if _, err := resumeTiny(t, folder); errors.Is(err, ErrNotResumable) != (schema == "1") {
			t.Errorf("schema %s: error %v", schema, err)
		}
	}
}

// A line that is no record stops the resumption of a run that is not finished, with file
// and line, and any change that of a finished one.
func TestDamagedFilesAreNotResumed(t *testing.T) {
	folder := interruptTiny(t)
	for _, name := range append(run.LinesFiles(), run.HistoryFile) {
		good := string(read(t, folder, name))
		first, rest, _ := strings.Cut(good, "\n")
		write(t, folder, name, "["+first[1:]+"\n"+rest)
		if _, err := resumeTiny(t, folder); err == nil || !strings.Contains(err.Error(), name+":1: ") {
			t.Errorf("%s: %v", name, err)
		}
		write(t, folder, name, good)
	}
	if _, err := resumeTiny(t, folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range lasting() {
		good := string(read(t, folder, name))
		write(t, folder, name, good+" ")
		var changed *files.Changed
		if _, err := resumeTiny(t, folder, "generations=3"); !errors.As(err, &changed) || len(changed.Changes) != 1 || changed.Changes[0].File != filepath.ToSlash(name) {
			t.Errorf("%s: %v", name, err)
		}
		write(t, folder, name, good)
	}
	if _, err := resumeTiny(t, folder, "generations=3"); err != nil || run.Sums(folder).Require(nil) != nil || !run.Sums(folder).Exist() {
		t.Errorf("as it was: %v", err)
	}
}

// An opponent's weights are a part of the experiment.
func TestChangedInputIsRefused(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "w.json", `{"game": "littlego", "features": ["stones"], "weights": [1]}`)
	path := filepath.Join(folder, "w.json")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := tinyConfig(t, "opponents=[{agent: random}, {agent: 'frozen:weights="+path+",depth=1'}]")
	done, err := Run(ctx, c, Options{Root: folder, Formats: undrawn, Observer: &quiet{cancel: cancel}})
	if err != nil || !done.Interrupted {
		t.Fatal(done, err)
	}
	write(t, folder, "w.json", `{"game": "littlego", "features": ["stones"], "weights": [-1]}`)
	if _, err := resumeTiny(t, done.Folder); !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "w.json") {
		t.Errorf("%v", err)
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// distrusting is a pool that in its second round finds a worker's game to be wrong.
type distrusting struct{ rounds int }

func (p *distrusting) Run(ctx context.Context, r arena.Round, jobs []arena.Job) ([]arena.Record, error) {
	if p.rounds++; p.rounds == 1 {
		return arena.Cores{Workers: 1}.Run(ctx, r, jobs)
	}
	return nil, fmt.Errorf("cluster: %w", &arena.Distrusted{Worker: "ann", Cause: "it reports another game", Of: []string{r.Of}})
}

// Nothing stays of a run in which a worker reported a wrong game: it is played again.
func TestDistrustedRunsAreForgotten(t *testing.T) {
	done, err := Run(t.Context(), tinyConfig(t), Options{Root: t.TempDir(), Workers: 1, Pool: &distrusting{}, Formats: undrawn})
	if arena.DistrustedIn(err, filepath.Base(done.Folder)) == nil {
		t.Fatal(err)
	}
	for _, name := range append(run.LinesFiles(), run.CheckpointFile) {
		if _, err := os.Stat(filepath.Join(done.Folder, name)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s is there: %v", name, err)
		}
	}
	if _, err := resumeTiny(t, done.Folder); err != nil {
		t.Fatal(err)
	}
	undisturbed := runTiny(t, 2).Folder
	for _, name := range lasting() {
		if !bytes.Equal(read(t, undisturbed, name), read(t, done.Folder, name)) {
			t.Errorf("%s differs", name)
		}
	}
	if err := run.ForgetFinished(done.Folder, errors.New("a worker of another cell")); err != nil {
		t.Fatal(err)
	}
	if _, err := resumeTiny(t, done.Folder); err != nil || !bytes.Equal(read(t, undisturbed, run.ChampionFile), read(t, done.Folder, run.ChampionFile)) {
		t.Errorf("once it had finished: %v", err)
	}
}
