package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
)

// tiny is an experiment of a few seconds' worth of games at most.
var tiny = []string{
	"name=tiny", "generations=2", "ga={population: 6, elites: 2, tournament: 2}", "player.depth=1",
	"fitness={pairs: 4, rounds: 2}", "validation={games: 20, candidates: 2, candidate_games: 20}", "test={games: 8}",
}

// parse is the defaults with overrides.
func parse(t *testing.T, overrides ...string) *experiment.Config {
	t.Helper()
	c, err := experiment.Parse("test.yaml", []byte("seed: 1"), overrides)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func tinyConfig(t *testing.T, overrides ...string) *experiment.Config {
	t.Helper()
	c, err := experiment.Parse("tiny.yaml", []byte("game: littlego\n"), append(append([]string{}, tiny...), overrides...), experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// svg is the one format of figures that are looked at: to encode PNG takes longer than
// a tiny run, and so do all other figures.
var (
	svg     = []string{"svg"}
	undrawn = []string{}
)

// quiet watches a run; it cancels after a generation if asked to.
type quiet struct {
	cancelAfter int
	cancel      context.CancelFunc
	folder      string
	plan        Plan
	played      *int
}

func (q *quiet) Started(folder string, plan Plan) { q.folder, q.plan = folder, plan }
func (q *quiet) Played(int)                       {}
func (q *quiet) Stage(string, int)                {}
func (q *quiet) Note(string)                      {}
func (q *quiet) Generation(m run.Metrics, _ run.Timing) {
	if q.played != nil {
		*q.played = m.Games
	}
	if q.cancel != nil && m.Generation == q.cancelAfter {
		q.cancel()
	}
}

// runTiny runs the tiny experiment without its figures.
func runTiny(t *testing.T, workers int, overrides ...string) Done {
	t.Helper()
	return runTinyDrawn(t, undrawn, workers, overrides...)
}

func runTinyDrawn(t *testing.T, formats []string, workers int, overrides ...string) Done {
	t.Helper()
	done, err := Run(context.Background(), tinyConfig(t, overrides...), Options{
		Root: t.TempDir(), Overrides: overrides, Workers: workers, Formats: formats, Watch: &quiet{},
	})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func TestSameSeedSameBytes(t *testing.T) {
	one, three := runTiny(t, 1, "seed=7"), runTiny(t, 3, "seed=7")
	other := runTiny(t, 2, "seed=8")
	for _, name := range []string{run.MetricsFile, run.ChampionFile} {
		a, b, c := read(t, one.Folder, name), read(t, three.Folder, name), read(t, other.Folder, name)
		if !bytes.Equal(a, b) {
			t.Errorf("%s differs between one and three workers", name)
		}
		if bytes.Equal(a, c) {
			t.Errorf("%s is the same for another seed", name)
		}
	}
}

func read(t *testing.T, folder, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Learners are compared by the time of their training alone.
func TestValidationsAreTimedApart(t *testing.T) {
	done := runTiny(t, 1, "validation.games=1500", "fitness.pairs=2")
	timing, err := run.ReadLines[run.Timing](filepath.Join(done.Folder, run.TimingFile))
	if err != nil || len(timing) == 0 {
		t.Fatal(timing, err)
	}
	all, validation := 0., 0.
	for _, line := range timing {
		all, validation = all+line.CPU, validation+line.ValidationCPU
	}
	if validation < .5*all || validation >= all {
		t.Errorf("%.3f of %.3f s of CPU are for validations of 1,500 games", validation, all)
	}
}

func TestRunFolder(t *testing.T) {
	watch := &quiet{played: new(int)}
	done, err := Run(context.Background(), tinyConfig(t, "seed=3"), Options{
		Root: t.TempDir(), Overrides: []string{"seed=3"}, Workers: 2, Watch: watch,
	})
	if err != nil {
		t.Fatal(err)
	}
	if *watch.played != watch.plan.Games {
		t.Errorf("%d games were played, %d planned", *watch.played, watch.plan.Games)
	}
	text := string(read(t, done.Folder, run.ConfigFile))
	if !strings.Contains(text, `# overrides: "seed=3"`) || !strings.Contains(text, "seed: 3") {
		t.Errorf("config.yaml does not tell the override:\n%s", text)
	}
	again, err := experiment.Parse("config.yaml", []byte(text), nil, experiment.CheckNames)
	if err != nil || again.Seed != 3 || again.Name != "tiny" {
		t.Errorf("the resolved config reads as %+v, %v", again, err)
	}
	if n := bytes.Count(read(t, done.Folder, run.MetricsFile), []byte("\n")); n != 3 {
		t.Errorf("%d lines of metrics for generations 0 to 2", n)
	}
	w, e, err := run.ReadChampion(done.Folder)
	if err != nil || len(e.Test) != 2*6 || len(w.Values) != len(w.Features) {
		t.Errorf("champion %+v, evidence %+v, %v", w, e, err)
	}
	if files, _ := filepath.Glob(filepath.Join(done.Folder, run.PlotsFolder, "*.???")); len(files) != 12 {
		t.Errorf("figures: %v", files)
	}
}

func TestInterruptedRunLeavesAChampion(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watch := &quiet{cancel: cancel, cancelAfter: 1}
	done, err := Run(ctx, tinyConfig(t, "generations=50"), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Watch: watch})
	if err != nil || !done.Interrupted {
		t.Fatalf("%+v, %v", done, err)
	}
	if n := bytes.Count(read(t, done.Folder, run.MetricsFile), []byte("\n")); n != 2 {
		t.Errorf("%d generations recorded, want 2", n)
	}
	if _, e, err := run.ReadChampion(done.Folder); err != nil || e.Test != nil || e.Games == 0 {
		t.Errorf("%+v, %v", e, err)
	}
}

// A run that was killed has metrics, perhaps with a torn last line, and no
// champion; its curve can be drawn all the same.
func TestFiguresOfACutOffRun(t *testing.T) {
	done := runTiny(t, 2)
	if err := os.Remove(filepath.Join(done.Folder, run.ChampionFile)); err != nil {
		t.Fatal(err)
	}
	whole := read(t, done.Folder, run.MetricsFile)
	if err := os.WriteFile(filepath.Join(done.Folder, run.MetricsFile), whole[:len(whole)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	files, err := run.Draw(done.Folder, svg)
	if err != nil || len(files) != 5 {
		t.Errorf("%v, %v", files, err)
	}
}

func TestInterruptedTooEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, tinyConfig(t), Options{Root: t.TempDir(), Formats: undrawn, Watch: &quiet{}}); !errors.Is(err, ErrNoChampion) {
		t.Errorf("%v", err)
	}
}

func TestStartWeights(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w.json")
	if err := os.WriteFile(file, []byte(`{"game": "littlego", "features": ["edge", "stones"], "weights": [-3, 4]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	for start, want := range map[string][]float64{"hand": {.77, 0}, "zero": {0, 0}, file: {.8, -.6}} {
		s, err := newSetup(tinyConfig(t, "start="+start, "player.features=[stones, edge]"), agent.Programs{})
		if err != nil {
			t.Fatal(err)
		}
		if start == "hand" {
			want = []float64{.995, -.0995} // 1 and -.1, the others left out
		}
		for i, v := range s.start {
			if math.Abs(v-want[i]) > .001 {
				t.Errorf("start %s: %v, want %v", start, s.start, want)
			}
		}
	}
}

// A win by 2.5 points is worth 1 in its half and 1/2 + 2.5/50 in the margin's.
func TestFitnessOfAGame(t *testing.T) {
	s, err := newSetup(tinyConfig(t, "fitness.win_share=.5"), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rec   arena.Record
		first bool
		want  float64
	}{
		{arena.Record{Result: game.FirstWins, Margin: 5, Reason: arena.Normal}, true, .5 + .5*.55},
		{arena.Record{Result: game.FirstWins, Margin: 5, Reason: arena.Normal}, false, .5 * .45},
		{arena.Record{Result: game.SecondWins, Margin: -50, Reason: arena.Normal}, false, 1},
		{arena.Record{Result: game.Draw, Reason: arena.PlyLimit}, true, .5},
		{arena.Record{Result: game.FirstWins, Reason: arena.Crash}, true, .75},
	} {
		if got := s.fitness(c.rec, c.first); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v as first %v: %v, want %v", c.rec, c.first, got, c.want)
		}
	}
}

// Every genome of a request meets the same games: equal genomes get equal
// tallies, and the next generation's games are others.
func TestCommonGames(t *testing.T) {
	s, err := newSetup(tinyConfig(t, "player.depth=1"), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	g := s.start
	games := newScorer(s, arena.Cores{Workers: 2}, 2, func(int) {})
	score := func(r evolve.Request) []evolve.Tally {
		tallies, err := games.Score(context.Background(), r)
		if err != nil {
			t.Fatal(err)
		}
		return tallies
	}
	a := score(evolve.Request{Generation: 1, Genomes: []evolve.Genome{g, g}, Pairs: 10})
	if a[0] != a[1] || a[0].Games() != 20 {
		t.Errorf("%+v", a)
	}
	b := score(evolve.Request{Generation: 2, Genomes: []evolve.Genome{g}, Pairs: 10})
	if a[0] == b[0] {
		t.Errorf("generations 1 and 2 play the same games: %+v", b)
	}
	head := score(evolve.Request{Generation: 1, Genomes: []evolve.Genome{g}, Pairs: 4})
	tail := score(evolve.Request{Generation: 1, Genomes: []evolve.Genome{g}, FirstPair: 4, Pairs: 6})
	if sum := head[0].Add(tail[0]); sum.Wins != a[0].Wins || math.Abs(sum.Sum-a[0].Sum) > 1e-9 {
		t.Errorf("in two rounds %+v, in one %+v", sum, a[0])
	}
}

func TestChampionIsAWeightsFile(t *testing.T) {
	done := runTiny(t, 2)
	w, err := features.Read(read(t, done.Folder, run.ChampionFile))
	if err != nil {
		t.Fatal(err)
	}
	var e run.Evidence
	if err := json.Unmarshal(w.Evidence, &e); err != nil || e.Claimed <= 0 {
		t.Errorf("%+v, %v", e, err)
	}
}
