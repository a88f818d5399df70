package report

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/features"
	"evolab/host"
	"evolab/internal/progress"
	"evolab/internal/provenance"
	"evolab/stats"
)

func TestMain(m *testing.M) {
	host.Supervise()
	os.Exit(m.Run())
}

// runSmall makes a small run of a game and returns its folder.
func runSmall(t *testing.T, game string, overrides ...string) string {
	t.Helper()
	text := "name: small\ngame: " + game + "\ngenerations: 2\nga: {population: 6, elites: 2}\nplayer: {depth: 1}\n" +
		"fitness: {pairs: 6, rounds: 2, opening_plies: 2}\nvalidation: {games: 20, candidates: 2, candidate_games: 20}\ntest: {games: 8, opening_plies: [2]}\n"
	c, err := experiment.Parse("small.yaml", []byte(text), overrides, experiment.CheckNames)
	if err != nil {
		t.Fatal(err)
	}
	done, err := train.Run(context.Background(), c, train.Options{Root: t.TempDir(), Workers: 2, Formats: []string{"svg"}})
	if err != nil {
		t.Fatal(err)
	}
	return done.Folder
}

func read(t *testing.T, folder string) *Run {
	t.Helper()
	o := DefaultOptions()
	o.AblationGames, o.Workers, o.Nodes, o.Progress = 4, 2, 2_000, progress.None{}
	r, err := Read(context.Background(), folder, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A page has everything that a report is asked for, and asks for nothing.
func TestPageIsWholeAndAlone(t *testing.T) {
	r := read(t, runSmall(t, "littlego"))
	page, err := HTML([]*Run{r})
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, want := range []string{
		"What was asked", "the whole config", "How it learned", "Claimed and validated fitness", "The champion's results",
		"Opponent by opponent", "What it learned", "What each feature is worth", "Games of the champion", "To reproduce it",
		"lead in stones on the board", `data-board="`, "alphabeta", "seed",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	for _, outside := range []string{"http://", "https://", `src="/`, "<link", "@import"} {
		if strings.Contains(text, outside) {
			t.Errorf("the page asks for something outside: %q", outside)
		}
	}
}

// Names from a run are text, whatever they hold.
func TestPageEscapes(t *testing.T) {
	r := read(t, runSmall(t, "tictactoe"))
	r.Folder = `<script>alert(1)`
	page, err := HTML([]*Run{r})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(page), "<script>alert") {
		t.Error("a run's name is taken for code")
	}
}

func TestSeveralRuns(t *testing.T) {
	a, b := read(t, runSmall(t, "tictactoe")), read(t, runSmall(t, "tictactoe", "seed=2", "name=other"))
	page, err := HTML([]*Run{a, b})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Ranked", "Side by side", `alt="tictactoe: validated fitness of `, `<th scope="row">seed<td>1<td>2`, a.Name(), b.Name()} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page does not hold %q", want)
		}
	}
	folder := filepath.Join(t.TempDir(), "new")
	written, err := Markdown(folder, []*Run{a, b})
	if err != nil || len(written) < 2*5 {
		t.Fatalf("%q, %v", written, err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "report.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range written {
		if base := filepath.Base(name); base != "report.md" && !strings.Contains(string(text), "("+base+")") {
			t.Errorf("report.md does not show %s", base)
		}
	}
	// Exported, it is the same text without figures and the games played for it.
	exported, err := Text([]*run.Run{a.Run, b.Run}, nil)
	if err != nil || bytes.Contains(exported, []byte("![")) || bytes.Contains(exported, []byte("| without |")) {
		t.Errorf("%v\n%s", err, exported)
	}
	for _, want := range []string{"# 2 runs", "| seed | 1 | 2 |", "| ga.sigma | 0.4 |", "| generation | games | claimed | mean | validated |", "# " + a.Heading(), "# " + b.Heading()} {
		if !bytes.Contains(text, []byte(want)) || !bytes.Contains(exported, []byte(want)) {
			t.Errorf("the report, or its export, does not hold %q", want)
		}
	}
	testDifferentGames(t, a, b, read(t, runSmall(t, "konane", "variant=4x4")))
}

// testDifferentGames: runs of different games are neither ranked nor laid over
// each other.
func testDifferentGames(t *testing.T, a, b, c *Run) {
	t.Helper()
	page, err := HTML([]*Run{c, a, b})
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for want, times := range map[string]int{
		"The runs are of 2 games or variants, whose fitness cannot be compared": 1, "<h2>Ranked: tictactoe</h2>": 1, "Ranked: konane": 0,
		`alt="tictactoe: validated fitness of `: 1,
	} {
		if got := strings.Count(text, want); got != times {
			t.Errorf("%q is there %d times, want %d", want, got, times)
		}
	}
	folder := t.TempDir()
	written, err := Markdown(folder, []*Run{a, b, c})
	if err != nil || !slices.Contains(written, filepath.Join(folder, "overlay-tictactoe.svg")) {
		t.Errorf("%q, %v", written, err)
	}
	figure, err := run.Overlay([]*run.Run{a.Run, c.Run}, run.CurveView{})
	if err != nil || strings.Count(figure.About(), "The validated fitness of one run") != 2 {
		t.Errorf("one figure of two games: %v, %v", figure, err)
	}
}

// What generation 0 stands for is said beside the curve.
func TestGenerationZeroIsExplained(t *testing.T) {
	for _, x := range []struct{ learner, start, want string }{
		{"evolution", "random", "its individuals are random directions, and the start weights (random) are what is validated there"},
		{"evolution", "hand", "its individuals are random ones around the start weights, and the start weights (hand) are what is validated there"},
		{"td", "random", "Generation 0 is the start weights (random), before anything was learned"},
	} {
		c := &experiment.Config{Start: x.start, Generations: 3}
		c.Prepare()
		c.Learner.Name, c.Optimizer.Name = x.learner, "ga"
		r := Run{Run: &run.Run{Config: c}, Figures: []run.Picture{{Name: "learning", SVG: []byte("<svg/>")}}}
		r.Metrics = []run.Metrics{{}}
		page, err := HTML([]*Run{&r})
		if err != nil || !strings.Contains(string(page), x.want) {
			t.Errorf("%s from %s: %v: no %q", x.learner, x.start, err, x.want)
		}
		if tuned := "<b>" + c.Method() + "</b> tuned"; !strings.Contains(string(page), tuned) {
			t.Errorf("%s: no %q", x.learner, tuned)
		}
	}
}

// The champion's own mistakes come first, and only what is proven is one.
func TestReplaysPutMistakesFirst(t *testing.T) {
	r := read(t, runSmall(t, "tictactoe"))
	if len(r.Replays) == 0 {
		t.Fatal("no games")
	}
	for i, g := range r.Replays {
		if g.Valued == 0 {
			t.Errorf("game %d of tic-tac-toe has no exact values", i)
		}
		mistakes := 0
		for _, s := range g.Steps {
			if s.Mistake {
				mistakes++
				if !strings.HasPrefix(s.Note, "gives away") {
					t.Errorf("a mistake is noted as %q", s.Note)
				}
			}
		}
		if mistakes != g.Mistakes {
			t.Errorf("game %d counts %d mistakes and shows %d", i, g.Mistakes, mistakes)
		}
		if i > 0 && g.Mistakes > r.Replays[i-1].Mistakes {
			t.Errorf("game %d has more mistakes than the one before", i)
		}
	}
}

// A run that was cut off before it had a champion can be looked at too.
func TestRunWithoutChampion(t *testing.T) {
	folder := runSmall(t, "tictactoe")
	for _, name := range []string{run.ChampionFile, run.EnvironmentFile, run.TimingFile} {
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	r := read(t, folder)
	page, err := HTML([]*Run{r})
	if err != nil || strings.Contains(string(page), "What each feature is worth") || !strings.Contains(string(page), "How it learned") {
		t.Errorf("%v, a page of %d bytes", err, len(page))
	}
}

func TestCommandIsForTheShell(t *testing.T) {
	r := Run{Run: &run.Run{Environment: &run.Environment{File: "my lab/ga.yaml", Overrides: []string{"seed=3", "player.features=[a, b]"}}}}
	want := []string{`evolve run 'my lab/ga.yaml' seed=3 'player.features=[a, b]'`}
	if got := r.Commands(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	r.History = []run.Event{
		{What: run.Resumed, Generation: 7},
		{What: run.Resumed, Generation: 24, Changed: []string{"generations: 24 before, 26 now"}},
	}
	want = append(want, "evolve resume last generations=26   # after generation 24")
	if got := r.Commands(); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A run that has no generation yet has a text, with its settings.
func TestTextOfAYoungRun(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, run.ConfigFile), []byte("game: tictactoe\nseed: 7\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	r, err := run.Read(nil, folder)
	if err != nil {
		t.Fatal(err)
	}
	text, err := Text([]*run.Run{r}, nil)
	if err != nil || !strings.Contains(string(text), "| seed | 7 |") || strings.Contains(string(text), "| generation |") {
		t.Errorf("%v\n%s", err, text)
	}
}

// The page is titled by what it is about, and says in words what was checked out.
func TestPageSaysWhatItIs(t *testing.T) {
	made := func(game, name string, seed uint64) *Run {
		r := &Run{Run: &run.Run{Config: &experiment.Config{Game: game, Name: name, Seed: seed}}}
		r.Metrics = []run.Metrics{{Generation: 7}}
		r.State.Status = run.IsFinished
		r.Environment = &run.Environment{Git: &provenance.Git{Commit: "21504f08", Branch: "main", Dirty: true, Changes: []string{" M a.go", " M b.go"}}}
		return r
	}
	tested, young := made("checkers", "ga", 3), made("konane", "quick", 1)
	tested.Config.Opponents = []experiment.Opponent{{Agent: "random", Share: 1}}
	tested.Config.Test.OpeningPlies = []int{0}
	tested.Evidence = &run.Evidence{Test: []run.Versus{{Opponent: "random", Score: stats.Estimate{Value: .917}}}}
	for want, runs := range map[string][]*Run{
		"checkers, ga (seed 3): the champion scores 92 % against its opponents - evolab": {tested},
		"konane, quick (seed 1): generation 7, finished - evolab":                        {young},
		"checkers, konane: 3 runs of ga, quick compared - evolab":                        {tested, young, young},
	} {
		if got := title(runs); got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
	page, err := HTML([]*Run{young})
	if err != nil {
		t.Fatal(err)
	}
	if want := `<th scope="row">checkout<td>21504f08 on main, 2 files changed`; !strings.Contains(string(page), want) {
		t.Errorf("the page does not hold %q", want)
	}
}

// The heaviest arrangements come first, of those that are one by symmetry only
// one, and each is drawn as a little board.
func TestPatternsAreDrawn(t *testing.T) {
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	w := features.Weights{
		Game: "littlego", Features: []string{"stones", features.PatternsName}, Values: []float64{0, 1},
		Blend:    &features.Blend{At: []float64{0, 1}, Values: [][]float64{{0, 2}}},
		Patterns: &features.Tables{Shapes: []string{"cells 2,2", "window 1x2 alike"}, Tables: []string{"OQN", "OQN", "OOOP_POO?", "OOOPOPOO?"}},
	}
	got, err := g.Heaviest(w, 4)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, a := range got {
		p := Pattern{a}
		lines = append(lines, p.Shape+" "+p.Board+" "+p.Weighs())
	}
	const want = "window 1x2 alike oo -0.500, -1.000\n" +
		"window 1x2 alike xx +0.500, +0.000\n" +
		"cells 2,2 x +0.062, +0.125\n" +
		"cells 2,2 o -0.031, -0.062"
	if text := strings.Join(lines, "\n"); text != want {
		t.Errorf("%s\nwant\n%s", text, want)
	}
	if svg := string(Pattern{features.Arrangement{Board: "x-/o."}}.SVG()); strings.Count(svg, "<rect") != 3 || strings.Count(svg, "<circle") != 2 {
		t.Error(svg)
	}
	again, err := g.Heaviest(w, 4)
	if err != nil || len(again) != 4 || again[0].Places != got[0].Places || got[0].Places != 40 {
		t.Errorf("%+v, %v", again, err)
	}
}
