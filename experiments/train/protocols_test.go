package train

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/host"
)

var long = flag.Bool("long", false, "also tune an engine that is compiled, and a client in Python, and resume runs of all optimisers")

func TestMain(m *testing.M) {
	host.Warden()
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
			if c.tool != "sh" && !*long {
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
	done, err := Run(t.Context(), c, Options{Root: t.TempDir(), Workers: workers, Formats: undrawn, Programs: agent.Unannounced(), Watch: &quiet{}})
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
