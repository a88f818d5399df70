package cli

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/agent/nim"
)

// A new game is a folder and a line in the table of games: agent/nim, and the
// first line here. Every command then knows it.
func TestNewGame(t *testing.T) {
	games := append(agent.Games(), nim.Game())
	t.Chdir(t.TempDir())
	write(t, "nim.yaml", nimExperiment)
	write(t, "met.yaml", "game: nim\ngames: 4\nagents: [{agent: random}, {agent: \"hand:depth=4\"}]\n")
	for _, c := range []struct {
		args  string
		input string
		want  string // in what it writes
	}{
		{"games", "", "nim          take one to three counters, the last one wins (variants: standard)\n"},
		{"features nim", "", "lost"},
		{"legal --game nim --position", "2 b", "1  2\n"},
		{"perft --game nim --depth 3 --position", "start", "27"},
		{"solve --game nim --position", "7 a", "win     3  (1 nodes"},
		{"solve --game nim --position", "8 b", "loss"},
		{"analyze --game nim --agent frozen:depth=3 --position", "5 a", "1      score win"},
		{"match --game nim --games 4 hand:depth=4 random", "", "Score of hand:depth=4 vs random: 4 - 0 - 0"},
		{"play --game nim --against random", "hint\nmoves\n4\n2\nquit\n", "1  2  3"},
		{"bench --game nim --seconds .001", "", "nim        perft, counting in bulk"},
		{"run nim.yaml", "", "-nim\n"},
		{"resume last generations=3", "", "-nim"},
		{"show last", "", "-nim: finished, generation 3 of 3"},
		{"plot last --formats svg", "", "learning.svg"},
		{"report last --ablation-games 0 --games 1", "", "report.html"},
		{"tournament met.yaml", "", "hand:depth=4"},
	} {
		t.Run(strings.Fields(c.args)[0], func(t *testing.T) {
			args := strings.Fields(c.args)
			a := app{in: strings.NewReader(c.input), games: games}
			if args[len(args)-1] == "--position" {
				args = append(args, c.input)
			}
			var stdout, stderr bytes.Buffer
			a.out, a.err = &stdout, &stderr
			if code := run(context.Background(), args, a); code != exitDone || !strings.Contains(stdout.String(), c.want) {
				t.Errorf("exit code %d, want %q in\n%s\n%s", code, c.want, &stdout, &stderr)
			}
		})
	}
	if champions, _ := filepath.Glob("runs/*/champion.json"); len(champions) != 1 {
		t.Errorf("champions: %v", champions)
	}
}

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
