package lab

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"

	"evolab/arena/cluster"
	"evolab/arena/tournament"
	"evolab/experiments/run"
	"evolab/internal/goldentest"
	"evolab/stats"
)

// checkWidth reports the lines of a text that are too wide. Names that a table lists in
// full are as long as they are, so that they can be copied.
func checkWidth(t *testing.T, what, text string, width int) {
	t.Helper()
	copied := false
	for _, line := range strings.Split(text, "\n") {
		copied = line == "in full:" || copied && strings.HasPrefix(line, "  ")
		if n := ansi.StringWidth(line); n > width && !copied {
			t.Errorf("%s: %d columns instead of %d: %s", what, n, width, line)
		}
	}
}

// The help of every command fits terminals of 80 columns, and uses wider ones.
func TestHelpFits(t *testing.T) {
	wider := 0
	var look func(c *cobra.Command)
	look = func(c *cobra.Command) {
		for _, width := range []int{80, widestText} {
			checkWidth(t, c.CommandPath()+" --help", helpText(c, width), width)
		}
		if helpText(c, 80) != helpText(c, widestText) {
			wider++
		}
		for _, sub := range c.Commands() {
			look(sub)
		}
	}
	root := silentRoot()
	root.InitDefaultHelpCmd()
	look(root)
	if wider < 20 {
		t.Errorf("only %d pages use a wider terminal", wider)
	}
	goldentest.Compare(t, "testdata/help-show.golden", []byte(helpText(commandNamed(t, root, "show"), 80)))
}

func commandNamed(t *testing.T, root *cobra.Command, name string) *cobra.Command {
	t.Helper()
	c, _, err := root.Find([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// evolveText is what a command writes to standard output that is no terminal.
func evolveText(t *testing.T, dir string, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	if code := runLine(context.Background(), args, app{in: strings.NewReader(""), out: &out, err: &messages, dir: dir, figures: []string{}}); code != exitDone {
		t.Fatalf("%v: exit code %d\n%s", args, code, messages.String())
	}
	return out.String()
}

// All lists fit 80 columns, and hold in full what was shortened.
func TestListsFit(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	long := strings.Repeat("long-", 7) + "name"
	for seed := range 2 {
		args := strings.Fields("run tictactoe --dir " + dir + " generations=1 ga.population=4 ga.elites=1 ga.tournament=2 fitness.pairs=2 validation.games=20 validation.candidate_games=20 test.games=20 name=" + long)
		evolveText(t, dir, append(args, fmt.Sprintf("seed=%d", seed+1), fmt.Sprintf("hall_of_fame=%d", seed+1))...)
	}
	var summaries []run.Summary
	for _, line := range strings.Split(strings.TrimSpace(evolveText(t, dir, "runs", "--dir", dir, "--format", "json")), "\n") {
		var s run.Summary
		if err := json.Unmarshal([]byte(line), &s); err != nil {
			t.Fatal(err)
		}
		summaries = append(summaries, s)
	}
	for _, line := range []string{
		"games", "agents", "agents konane", "features", "features checkers", "features halma", "features konane", "features tictactoe",
		"rubrics", "config --keys", "runs --dir " + dir, "compare --play 2 --dir " + dir + " " + summaries[0].Run + " " + summaries[1].Run,
		"perft --depth 2 --divide", "ablate --game tictactoe frozen:depth=1,ties=random --games 2", "bench --game tictactoe --seconds .001",
		"grade random --rubric usc-2023-submit",
	} {
		text := evolveText(t, dir, strings.Fields(line)...)
		if line = strings.ReplaceAll(line, dir, "DIR"); strings.HasPrefix(line, "compare") {
			text, _, _ = strings.Cut(text, dir) // the figure's path
		}
		checkWidth(t, line, text, 80)
		if strings.HasPrefix(line, "runs") {
			for _, s := range summaries {
				if !strings.Contains(text, s.Run) {
					t.Errorf("%s: no %s in\n%s", line, s.Run, text)
				}
			}
		}
	}
}

// The tables of results fit, however long the specs and however many the columns are.
func TestResultsFit(t *testing.T) {
	const spec = "exec:dir=submissions/%d-somebody,cmd=python3 my_player3.py --depth 4 --seed 77"
	standing := &tournament.Table{Sides: [2]string{"black", "white"}}
	for i := range 20 {
		standing.Rows = append(standing.Rows, tournament.Row{Place: i + 1, Agent: fmt.Sprintf(spec, i), Total: stats.WDL{Wins: 1000, Draws: 200, Losses: 100},
			AsFirst: stats.WDL{Wins: 1000}, AsSecond: stats.WDL{Wins: 1000}, Reasons: map[string]int{"illegal": 99, "time": 1, "crash": 12}})
	}
	for i := range standing.Rows {
		standing.Encounters = append(standing.Encounters, tournament.EncounterRow{A: fmt.Sprintf(spec, 0), B: fmt.Sprintf(spec, i)})
	}
	groups := []run.Group{{Settings: []string{"optimizer=cma", "player.features=[stones, liberties, edge, groups]", "training_games=60000"}}}
	workers := []cluster.Status{{Worker: "worker-of-a-machine-4711", Machine: "machine.with.a.long.name.example.org", Cores: 64, Rate: 12345, Games: 1e9,
		Identity: cluster.Identity{Version: "v1.2.3-0.20260101020304-abcdefabcdef"}}}
	versus := []run.Versus{{Opponent: fmt.Sprintf(spec, 1), Games: 123456, Duplicates: 99999}}
	for what, text := range map[string]func(width int) string{
		"tournament": func(width int) string { return tableText(standing, width) },
		"sweep":      func(width int) string { return sweepTable(groups).Text(width) },
		"workers":    func(width int) string { return workerTable(workers).Text(width) },
		"run":        func(width int) string { return testTable([2]string{"black", "white"}, versus).Text(width) },
	} {
		for _, width := range []int{60, 80, 100} {
			checkWidth(t, what, text(width), width)
		}
		if strings.Contains(text(80), fmt.Sprintf(spec, 1)) != strings.Contains(text(500), fmt.Sprintf(spec, 1)) {
			t.Errorf("%s: a name is not listed in full\n%s", what, text(80))
		}
	}
}
