package lab

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/nimtest"
)

// A new game is a folder and a line in the table of games: agent/nimtest, and the
// first line here. Every command then knows it.
func TestNewGame(t *testing.T) {
	games := append(agent.Games(), nimtest.Game())
	t.Chdir(t.TempDir())
	write(t, "nim.yaml", nimExperiment)
	write(t, "met.yaml", "game: nim\ngames: 4\nagents: [{agent: random}, {agent: \"hand:depth=4\"}]\n")
	tried := map[string]bool{}
	for _, c := range []struct {
		args  string
		input string
		want  string // in what it writes
	}{
		{"games", "", "nim          take one to three counters, the last one wins (variants: standard)\n"},
		{"features nim", "", "lost"},
		{"agents nim", "", "hand"},
		{"init project --game nim", "", "wrote project/experiment.yaml\n"},
		{"config nim.yaml", "", "game: nim\n"},
		{"__complete features n", "", "nim\ttake one to three"},
		{"legal --game nim --position", "2 b", "1  2\n"},
		{"check --game nim", "7 a\t3\n", "legal    3 -> 4 b (ongoing)\n"},
		{"perft --game nim --depth 3 --position", "start", "27"},
		{"solve --game nim --position", "7 a", "win     3  (1 node,"},
		{"solve --game nim --position", "8 b", "loss"},
		{"suite --game nim --plies 3 --count 1 --out nim.suite", "", ""},
		{"suite --in nim.suite --agent hand:depth=4", "", "100"},
		{"analyze --game nim --agent frozen:depth=3 --position", "5 a", "1      score win"},
		{"ablate --game nim hand:depth=1 --games 4", "", "lost"},
		{"match --game nim --games 4 hand:depth=4 random --games-out games.jsonl", "", "Score of hand:depth=4 vs random: 4 - 0 - 0"},
		{"show-game games.jsonl --game-number 1", "", "||||"},
		{"review games.jsonl", "", "which 3 alone keeps"},
		{"host --game nim --first random --second random", "", "wins"},
		{"play --game nim --against random", "hint\nmoves\n4\n2\nquit\n", "1  2  3"},
		{"bench --game nim --seconds .001", "", "nim        perft, counting in bulk"},
		{"run nim.yaml", "", "-nim\n"},
		{"resume last generations=3", "", "-nim"},
		{"show last", "", "-nim: finished, generation 3 of 3"},
		{`runs --where game=="nim"`, "", "-nim"},
		{"export last", "", "lost"},
		{"plot last --formats svg", "", "learning.svg"},
		{"report last --ablation-games 0 --games 1", "", "report.html"},
		{"sweep nim.yaml generations=1 sweep.seeds=2", "", "-         2 "},
		{"compare RUNS --play 4", "", "-nim"},
		{"freeze last --to nim.json", "", "nim.json"},
		{"doctor --runs", "", "all runs are intact\n"},
		{"tournament met.yaml", "", "hand:depth=4"},
	} {
		args := strings.Fields(c.args)
		tried[args[0]] = true
		t.Run(args[0], func(t *testing.T) {
			a := app{in: strings.NewReader(c.input), games: games, figures: []string{}}
			if args[len(args)-1] == "--position" {
				args = append(args, c.input)
			}
			if i := slices.Index(args, "RUNS"); i >= 0 {
				runs, _ := filepath.Glob("runs/*-nim*") // runs of the same second have a number besides
				args = slices.Replace(args, i, i+1, runs...)
			}
			var stdout, stderr bytes.Buffer
			a.out, a.err = &stdout, &stderr
			if code := runLine(context.Background(), args, a); code != exitDone || !strings.Contains(stdout.String(), c.want) {
				t.Errorf("exit code %d, want %q in\n%s\n%s", code, c.want, &stdout, &stderr)
			}
		})
	}
	for _, c := range silentRoot().Commands() {
		if c.Flags().Lookup("game") != nil && !tried[c.Name()] && !slices.Contains(elsewhere, c.Name()) {
			t.Errorf("%s was not tried with the new game", c.Name())
		}
	}
}

// elsewhere are the commands with a game that are tried in tests of their own: those of
// courses, and tune, which plays programs.
var elsewhere = []string{"grade", "gtp", "ship", "tune"}

const nimExperiment = `name: nim
game: nim
player: {depth: 1}
opponents: [{agent: random}]
generations: 2
fitness: {pairs: 4, opening_plies: 2}
ga: {population: 6, elites: 1}
hall_of_fame: 4
validation: {every: 1, games: 8, candidates: 2, candidate_games: 8}
test: {games: 8, opening_plies: [2]}
`
