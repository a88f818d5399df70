package train

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/progress"
	"evolab/internal/quantity"
)

// learners are overrides that choose each of them.
func learners() map[string][]string {
	list := map[string][]string{
		"regression": {"learner=regression", "start=hand", "selfplay={games: 150, nodes: [20], opening_plies: [1, 3], match_games: 10}", "regression.epochs=1"},
		"td":         {"learner=td", "practice={games: [100, 150], batch: 8}"},
		"qlearning":  {"learner=qlearning", "practice={games: [100, 150], batch: 8}"},
		"ga from td": {"optimizer=ga", "start=td", "practice.games=[60, 40]"},
	}
	for _, entry := range evolve.Table() {
		list[entry.Name] = []string{"optimizer=" + entry.Name}
	}
	return list
}

// budgeted is a small experiment in which a learner plays tic-tac-toe.
func budgeted(t *testing.T, learner string, overrides ...string) (*experiment.Config, error) {
	t.Helper()
	c := &experiment.Config{}
	return c, experiment.ParseInto(c, "budgets.yaml", []byte(`
game: tictactoe
player: {depth: 1}
ga: {population: 6, elites: 2, tournament: 2}
sampling: {population: 6}
fitness: {pairs: 12, rounds: 2, opening_plies: 2}
opponents: [{agent: random}, {agent: greedy, share: 2}]
validation: {every: 5, games: 10, candidates: 2, candidate_games: 10}
test: {games: 10, opening_plies: [2]}
`), append(learners()[learner], overrides...), experiment.CheckNames)
}

// A budget means games really played, for all that makes weights.
func TestBudgetsOfGames(t *testing.T) {
	for learner := range learners() {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			for _, games := range []int{300, 600, 1_200, 3_000} {
				c, err := budgeted(t, learner, fmt.Sprintf("training_games=%d", games))
				if err != nil {
					t.Fatal(err)
				}
				notes := &noted{}
				done, err := Run(t.Context(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Progress: notes})
				if err != nil {
					t.Fatal(err)
				}
				plan, err := PlanOf(c)
				if err != nil {
					t.Fatal(err)
				}
				metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
				if err != nil {
					t.Fatal(err)
				}
				last := metrics[len(metrics)-1]
				if last.Games != games || done.Evidence.Games != games || plan.Games != games {
					t.Errorf("%d games: %d in the metrics, %d in the evidence, %d planned", games, last.Games, done.Evidence.Games, plan.Games)
				}
				if last.Generation != plan.Generations || last.Generation < 1 {
					t.Errorf("%d games: %d generations, %d planned", games, last.Generation, plan.Generations)
				}
				if last.Validated == nil {
					t.Errorf("%d games: the last generation is not validated", games)
				}
				if start, err := run.ReadStart(done.Folder); err != nil || fmt.Sprint(start.Values) == fmt.Sprint(done.Weights.Values) && c.Evolves() {
					t.Errorf("%d games: the champion is the start, %v", games, err)
				}
				if notes.has("budget") {
					t.Errorf("%d games: %q", games, notes.list)
				}
			}
		})
	}
}

// noted keeps the notes of a run.
type noted struct {
	progress.None
	mu   sync.Mutex
	list []string
}

func (n *noted) Note(text string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, text)
}

func (n *noted) has(word string) bool { return strings.Contains(strings.Join(n.list, "\n"), word) }

// A budget that does not pay for a step is refused before anything is played.
func TestBudgetsThatAreTooSmall(t *testing.T) {
	for learner, need := range map[string]int{
		"ga": 96, "random": 48, "cma-es": 36, "spsa": 96, "regression": 158, "td": 56, "qlearning": 56,
	} {
		for _, games := range []int{1, need - 1} {
			want := fmt.Sprintf("training_games: %s not pay for one step of %s, which needs %d (allowed: 0, or %d and more; fewer with a smaller ",
				quantity.Of(games, "game")+quantity.Verb(games, " does", " do"), learner, need, need)
			if _, err := budgeted(t, learner, fmt.Sprintf("training_games=%d", games)); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v, want %q", learner, err, want)
			}
		}
		if _, err := budgeted(t, learner, fmt.Sprintf("training_games=%d", need)); err != nil {
			t.Errorf("%s: %v", learner, err)
		}
	}
	if _, err := budgeted(t, "ga", "training_games=6000", "training_cpu=5"); err == nil || !strings.Contains(err.Error(), "training_cpu: excludes training_games") {
		t.Errorf("two budgets: %v", err)
	}
}

// Budgets of games continue to the same bytes; those of CPU time end with as much.
func TestBudgetsResume(t *testing.T) {
	for _, learner := range []string{"ga", "spsa", "cma-es", "regression", "td", "ga from td"} {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			c, err := budgeted(t, learner, "training_games=900")
			if err != nil {
				t.Fatal(err)
			}
			whole, err := Run(t.Context(), c, Options{Root: t.TempDir(), Workers: 3, Formats: undrawn})
			if err != nil {
				t.Fatal(err)
			}
			folder := cutOff(t, c, 1)
			if _, err := Resume(t.Context(), folder, Options{Workers: 1, Formats: undrawn}); err != nil {
				t.Fatal(err)
			}
			for _, name := range []string{run.MetricsFile, run.MatchesFile, run.ChampionFile} {
				if got, want := read(t, folder, name), read(t, whole.Folder, name); string(got) != string(want) {
					t.Errorf("%s differs", name)
				}
			}
			more, err := Resume(t.Context(), folder, Options{Workers: 2, Formats: undrawn, Overrides: []string{"training_games=2000"}})
			if err != nil || more.Evidence.Games != 2000 {
				t.Errorf("continued with 2,000 games: %d played, %v", more.Evidence.Games, err)
			}
		})
	}
}

// cutOff runs an experiment until a generation is recorded.
func cutOff(t *testing.T, c *experiment.Config, generation int) (folder string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done, err := Run(ctx, c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Observer: &quiet{cancel: cancel, cancelAfter: generation}})
	if err != nil || !done.Interrupted {
		t.Fatalf("%+v, %v", done, err)
	}
	return done.Folder
}

func TestBudgetsOfCPUTime(t *testing.T) {
	for _, learner := range []string{"ga", "cma-es", "regression", "td", "ga from td"} {
		t.Run(learner, func(t *testing.T) {
			t.Parallel()
			const budget = .2
			c, err := budgeted(t, learner, fmt.Sprintf("training_cpu=%g", budget))
			if err != nil {
				t.Fatal(err)
			}
			folder := cutOff(t, c, 1)
			if _, err := Resume(t.Context(), folder, Options{Workers: 2, Formats: undrawn}); err != nil {
				t.Fatal(err)
			}
			timing, err := run.ReadLines[run.Timing](filepath.Join(folder, run.TimingFile))
			if err != nil {
				t.Fatal(err)
			}
			checkpoint, err := run.ReadCheckpoint(folder)
			if err != nil {
				t.Fatal(err)
			}
			used := run.CPUTimes(timing)[timing[len(timing)-1].Generation]
			if used < .5*budget || used > 1.5*budget || checkpoint.CPU < used-.01 || checkpoint.CPU > used+.01 {
				t.Errorf("%.3f s used of %g in %d generations, %.3f in the checkpoint", used, budget, len(timing), checkpoint.CPU)
			}
		})
	}
}

func TestTooLittleCPUTime(t *testing.T) {
	for _, learner := range []string{"ga", "cma-es", "regression", "td"} {
		c, err := budgeted(t, learner, "training_cpu=1e-6")
		if err != nil {
			t.Fatal(err)
		}
		root := t.TempDir()
		_, err = Run(t.Context(), c, Options{Root: root, Workers: 2, Formats: undrawn})
		if left, _ := filepath.Glob(filepath.Join(root, "*")); len(left) > 0 {
			t.Errorf("%s: %v is left", learner, left)
		}
		if !errors.Is(err, ErrBudget) || !strings.Contains(err.Error(), "training_cpu: the budget is too small: 0.000001 s do not pay for one step of "+learner+", which needs about ") {
			t.Errorf("%s: error %v", learner, err)
		}
	}
}
