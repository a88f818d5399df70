package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/course/rubric"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/host"
	"evolab/internal/longtest"
	"evolab/plots"
	"evolab/search/cputime/cputimetest"
)

// tiny is an experiment of a few seconds' worth of games at most.
var tiny = []string{
	"name=tiny", "generations=2", "ga={population: 6, elites: 2, tournament: 2}", "player.depth=1",
	"fitness={pairs: 4, rounds: 2}", "validation={games: 20, candidates: 2, candidate_games: 20}", "test={games: 8}",
}

// parse is the defaults with overrides.
func parse(t *testing.T, overrides ...string) *experiment.Config {
	t.Helper()
	c := &experiment.Config{Rubrics: rubric.Objectives()}
	if err := experiment.ParseInto(c, "test.yaml", []byte("seed: 1"), overrides); err != nil {
		t.Fatal(err)
	}
	return c
}

func tinyConfig(t *testing.T, overrides ...string) *experiment.Config {
	t.Helper()
	c := &experiment.Config{Rubrics: rubric.Objectives()}
	if err := experiment.ParseInto(c, "tiny.yaml", []byte("game: littlego\n"), append(append([]string{}, tiny...), overrides...), experiment.CheckNames); err != nil {
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

// quiet observes a run; it cancels after a generation if asked to.
type quiet struct {
	cancelAfter int
	cancel      context.CancelFunc
	folder      string
	plan        Plan
	played      *int
}

func (q *quiet) Started(folder string, plan Plan) { q.folder, q.plan = folder, plan }
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
		Root: t.TempDir(), Overrides: overrides, Workers: workers, Formats: formats,
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
		Root: t.TempDir(), Overrides: []string{"seed=3"}, Workers: 2, Observer: watch,
		Warn: func() []string { return []string{"on the word of ann"} },
	})
	if err != nil {
		t.Fatal(err)
	}
	if events, err := run.ReadHistory(done.Folder); err != nil || events[len(events)-1].Warnings[0] != "on the word of ann" {
		t.Errorf("the history does not say whose word counts: %+v, %v", events, err)
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
	svgs, _ := filepath.Glob(filepath.Join(done.Folder, run.PlotsFolder, "*.svg"))
	pngs, _ := filepath.Glob(filepath.Join(done.Folder, run.PlotsFolder, "*.png"))
	if redrawn, err := drawn(t, done.Folder); err != nil || len(redrawn) < 6 || len(svgs) != len(redrawn) || len(pngs) != len(redrawn) {
		t.Errorf("figures: %v, %v, drawn again: %v, %v", svgs, pngs, redrawn, err)
	}
}

func TestInterruptedRunLeavesAChampion(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	watch := &quiet{cancel: cancel, cancelAfter: 1}
	done, err := Run(ctx, tinyConfig(t, "generations=50"), Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Observer: watch})
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
	all, err := drawn(t, done.Folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(done.Folder, run.ChampionFile)); err != nil {
		t.Fatal(err)
	}
	whole := read(t, done.Folder, run.MetricsFile)
	if err := os.WriteFile(filepath.Join(done.Folder, run.MetricsFile), whole[:len(whole)-9], 0o644); err != nil {
		t.Fatal(err)
	}
	files, err := drawn(t, done.Folder)
	if err != nil || len(files) != len(all)-1 { // all but the champion's win rates
		t.Errorf("%v of %v, %v", files, all, err)
	}
}

// drawn draws the figures of a run again.
func drawn(t *testing.T, folder string) (paths []string, err error) {
	t.Helper()
	r, err := run.Read(nil, folder)
	if err != nil {
		t.Fatal(err)
	}
	return r.Draw(svg, plots.Style{})
}

func TestInterruptedTooEarly(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, tinyConfig(t), Options{Root: t.TempDir(), Formats: undrawn}); !errors.Is(err, ErrNoChampion) {
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
		if got := s.gameFitness(c.rec, c.first); math.Abs(got-c.want) > 1e-9 {
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

// searching are the settings of a tiny run whose players search some nodes a
// move, on both sides.
func searching(game string) []string {
	return []string{
		"game=" + game, "player.nodes=30", "start=hand", "ga.sigma=.2", "ga.population=4", "fitness.pairs=2", "generations=2",
		"opponents=[{agent: 'hand:nodes=30,ties=random', share: 2}, {agent: greedy}]", "archive={share: .3, every: 1}",
		"validation={games: 4, candidates: 2, candidate_games: 4}", "test={games: 4, opening_plies: [2]}",
	}
}

// A search that nodes limit plays alike for any number of workers, and after an
// interruption.
func TestNodesKeepTheBytes(t *testing.T) {
	for _, game := range []string{"littlego", "checkers"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			settings := searching(game)
			undisturbed := runTiny(t, 3, settings...)
			if e := undisturbed.Evidence; e.Nodes != 30 || e.Depth != 0 || e.Look() != (experiment.Look{Nodes: 30}) {
				t.Errorf("the champion looks ahead by %+v", e.Look())
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			done, err := Run(ctx, tinyConfig(t, settings...), Options{Root: t.TempDir(), Workers: 1, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: 1}})
			if err != nil || !done.Interrupted {
				t.Fatalf("%+v, %v", done, err)
			}
			if _, err := resumeTiny(t, done.Folder); err != nil {
				t.Fatal(err)
			}
			for _, file := range lasting() {
				if !bytes.Equal(read(t, undisturbed.Folder, file), read(t, done.Folder, file)) {
					t.Errorf("%s differs", file)
				}
			}
		})
	}
}

// A run with phases and connectives is repeatable, and its champion has them.
func TestRunWithPhasesAndConnectives(t *testing.T) {
	overrides := []string{"player.phases=2", "player.connectives=['stones>=2 & edge<=0']"}
	one, two := runTiny(t, 1, overrides...), runTiny(t, 2, overrides...)
	if w := one.Weights; w.Endgame == nil || !slices.Contains(w.Features, "stones>=2 & edge<=0") {
		t.Errorf("%+v", w)
	}
	if !bytes.Equal(read(t, one.Folder, run.ChampionFile), read(t, two.Folder, run.ChampionFile)) {
		t.Error("another champion with another number of workers")
	}
	figures, err := drawn(t, one.Folder)
	if err != nil || len(figures) == 0 {
		t.Errorf("%q, %v", figures, err)
	}
}

func TestMain(m *testing.M) {
	host.Supervise()
	debug.SetGCPercent(400) // many small runs: an eighth of the time went into garbage
	os.Exit(m.Run())
}

// briefly trains and tests a program with few games.
var briefly = []string{
	"generations=1", "fitness.pairs=1", "fitness.rounds=1", "fitness.opening_plies=2", "ga.population=4", "ga.elites=1", "ga.tournament=2",
	"opponents=[{agent: random}]", "validation.games=2", "validation.candidates=1", "validation.candidate_games=2", "test.games=2", "test.opening_plies=[2]",
}

// Optimisers tune programs of every protocol that keeps them running: an engine for Go
// and a client of an Artemis server know nothing of the lab but their parameters.
func TestTunesEnginesAndClients(t *testing.T) {
	for _, c := range []struct{ about, tool, config string }{
		{"an engine in sh", "sh", `{game: littlego, agent: "gtp:dir=testdata/gtp,cmd=sh engine.sh", parameters: [{name: middle, start: 0, low: 0, high: 1}]}`},
		{"an engine in C++", "g++", `{game: littlego, agent: "gtp:dir=../../agent/testdata/gtp", parameters: [{name: distance, start: 1, low: -9, high: 9}]}`},
		{"a client in Python", "python3", `{game: konane, variant: 4x4, agent: "artemis:dir=../../agent/testdata/artemis,cmd=SIZE=4 python3 client.py", parameters: [{name: mine, start: -1, low: -3, high: 3}]}`},
	} {
		t.Run(c.about, func(t *testing.T) {
			if _, err := exec.LookPath(c.tool); err != nil {
				t.Skip("no " + c.tool)
			}
			if c.tool != "sh" && !longtest.Enabled() {
				t.Skip("without -long")
			}
			if c.tool == "python3" && host.Confined().Level < host.Isolated {
				t.Skip("no namespaces: no program is kept to a port here")
			}
			two := tuned(t, c.config, 2)
			if c.tool != "sh" {
				return
			}
			if one := tuned(t, c.config, 1); !bytes.Equal(one, two) {
				t.Errorf("with two workers\n%s\nwith one\n%s", two, one)
			}
		})
	}
}

// tuned is the record of a run, in which nobody has lost for what it said.
func tuned(t *testing.T, text string, workers int) []byte {
	t.Helper()
	c, err := experiment.Parse("tune.yaml", []byte(text), append([]string{"pass=env"}, briefly...), experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	done, err := Run(t.Context(), c, Options{Root: t.TempDir(), Workers: workers, Formats: undrawn, Programs: agent.Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	games, err := os.ReadFile(filepath.Join(done.Folder, "games", "test.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for _, reason := range []string{arena.Crash, arena.Malformed, arena.NoOutput, arena.Time, arena.Void} {
		if bytes.Contains(games, []byte(`"reason":"`+reason+`"`)) {
			t.Errorf("games end by %s:\n%s", reason, games)
		}
	}
	metrics, err := os.ReadFile(filepath.Join(done.Folder, run.MetricsFile))
	if err != nil || !bytes.Contains(metrics, []byte(`"parameters":{"`)) {
		t.Fatalf("%v\n%s", err, metrics)
	}
	return metrics
}

// BenchmarkTraining plays games of the default experiment on one core, with
// candidates as in its generations.
//
//	go test ./experiments/train -run '^$' -bench Training -cpuprofile cpu.out
func BenchmarkTraining(b *testing.B) {
	c, err := experiment.Load("../ga.yaml", nil)
	if err != nil {
		b.Fatal(err)
	}
	s, err := newSetup(c, agent.Programs{})
	if err != nil {
		b.Fatal(err)
	}
	scorer := newScorer(s, arena.Cores{Workers: 1}, 1, func(int) {})
	r := evolve.Request{Pairs: 40}
	rng := rand.New(rand.NewSource(1))
	for range 10 {
		g := make(evolve.Genome, len(s.start))
		for i, w := range s.start.Normalized() {
			g[i] = w + .3*rng.NormFloat64()
		}
		r.Genomes = append(r.Genomes, g)
	}
	games := 0
	cpu := cputimetest.Start(b)
	for b.Loop() {
		if _, err := scorer.Score(context.Background(), r); err != nil {
			b.Fatal(err)
		}
		r.Generation++
		games += 2 * r.Pairs * len(r.Genomes)
	}
	b.ReportMetric(float64(games)/cpu.Seconds(), "games/s")
}
