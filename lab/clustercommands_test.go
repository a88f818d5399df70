package lab

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// overCluster are commands that play over a cluster what they play alone.
func overCluster() []clustered {
	return []clustered{
		{args: []string{"match", "hand:depth=1", "greedy", "--games", "20", "--seed", "3", "--format", "json", "--games-out", "games.jsonl"}, files: []string{"games.jsonl"}},
		{slow: true, args: []string{"tournament", "twelve.yaml", "games=20"}, files: []string{"tournaments/*/games.jsonl", "tournaments/*/table.json"}},
		{slow: true, args: []string{"grade", "frozen:depth=1", "--rubric", "usc-2021", "--format", "json"}},
		{slow: true, exec: true, args: []string{"grade", "class", "--rubric", "usc-2023-submit", "--games", "2", "--out", "results", "--require-confinement", "none"}, files: []string{"results/gradebook.csv"}},
		{slow: true, args: []string{"ablate", "hand:depth=1", "--games", "20"}},
		{slow: true, args: []string{"sweep", "sigma.yaml"}, files: []string{"runs/*/metrics.jsonl", "runs/*/champion.json"}},
	}
}

type clustered struct {
	slow  bool
	exec  bool // workers run programs
	args  []string
	files []string // patterns
}

const sigma = `name: sigma
generations: 3
player: {depth: 1}
fitness: {pairs: 6, rounds: 2}
ga: {population: 12, elites: 3, tournament: 2}
validation: {every: 3, games: 40, candidates: 3, candidate_games: 100}
test: {games: 100}
sweep: {grid: ["ga.sigma=.2|.4"], seeds: 1}
`

// Each command prints and keeps over a cluster what it prints and keeps alone.
func TestCommandsOverACluster(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	for _, c := range overCluster() {
		if c.slow && !*long {
			continue
		}
		alone, many := t.TempDir(), t.TempDir()
		crowd := newCrowd(t, bin)
		crowd.exec = c.exec
		crowd.hire(2)
		want := crowd.output(alone, append(c.args, "--workers", "1")...)
		got := crowd.output(many, append(c.args, "--workers", "0", "--listen", crowd.listen())...)
		if !bytes.Equal(got, want) {
			t.Errorf("%q prints\n%s\nwant\n%s", c.args, got, want)
		}
		for _, pattern := range c.files {
			if a, b := contents(t, alone, pattern), contents(t, many, pattern); !slices.Equal(a, b) {
				t.Errorf("%q: %s differs", c.args, pattern)
			}
		}
	}
}

// contents are the files of a pattern, in the order of what they hold: their folders
// bear the time.
func contents(t *testing.T, dir, pattern string) (list []string) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s: no files, %v", pattern, err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, string(timeless(data)))
	}
	slices.Sort(list)
	return list
}

// output is what a command prints, but for times.
func (c *crowd) output(dir string, args ...string) []byte {
	c.t.Helper()
	for name, text := range map[string]string{
		"twelve.yaml": twelve, "sigma.yaml": sigma,
		"class/ann/my_player3.py": "open('output.txt', 'w').write(open('move').read())", "class/ann/sub/move": "2,2", "class/bob.py": "raise SystemExit(3)", "class/broken.py": "def f(:",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			c.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			c.t.Fatal(err)
		}
	}
	if err := os.Symlink("sub/move", filepath.Join(dir, "class", "ann", "move")); err != nil && !errors.Is(err, os.ErrExist) {
		c.t.Fatal(err)
	}
	out, err := c.command(dir, args...).Output()
	if err != nil {
		var said []byte
		if failed, ok := err.(*exec.ExitError); ok {
			said = failed.Stderr
		}
		c.t.Fatalf("%q: %v\n%s", args, err, said)
	}
	return timeless(out)
}

// times are CPU times, the names of folders, which bear the time, and the warning
// that machines differ in speed.
var times = regexp.MustCompile(`"time limits on several machines[^"]*",?|"([a-z_]*cpu|longest_cpu)":(\[[^]]*\]|[0-9.e-]+)|[0-9.]+ s of CPU|[0-9]{8}-[0-9]{6}`)

func timeless(text []byte) []byte { return times.ReplaceAll(text, nil) }
