package cluster_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/cluster"
)

// program makes an agent of a round that is a program.
func program(t *testing.T, r *arena.Round, text string) agent.Agent {
	t.Helper()
	spec, err := agent.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	a, err := r.Game.Agent(spec, agent.Env{Programs: agent.Unannounced()})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Programs travel, and play only on workers that run them.
func TestProgramsTravel(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "careful"})
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Exec: true})
	r, jobs := match(t, 2, "random", "greedy")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "answer.txt"), []byte("PASS"), 0o644); err != nil {
		t.Fatal(err)
	}
	r.Agents[1] = program(t, &r, "exec:dir="+dir+",cmd=cp answer.txt output.txt")
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for _, rec := range records {
		if rec.By != "willing" || rec.Plies < 2 || rec.Reason != arena.Normal {
			t.Errorf("%+v", rec)
		}
	}
}

// A program that no worker can compile holds up none of the others: where games may be
// void, its own are.
func TestProgramThatWorkersCannotCompile(t *testing.T) {
	t.Parallel()
	s := start(t, t.TempDir())
	defer s.Close()
	pool := coordinate(t, s, cluster.Options{})
	defer pool.Close(true)
	hire(t, s.URL(), &cluster.Worker{Name: "willing", Exec: true})
	dir := t.TempDir()
	for name, text := range map[string]string{"well.py": "open('output.txt', 'w').write('PASS')", "broken.py": "def f(:"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	r, jobs := match(t, 4, "random", "greedy", "greedy")
	r.Voids = true
	r.Agents[1], r.Agents[2] = program(t, &r, filepath.Join(dir, "well.py")), program(t, &r, filepath.Join(dir, "broken.py"))
	for i := range jobs[2:] {
		for _, at := range []*int{&jobs[2+i].First, &jobs[2+i].Second} {
			*at *= 2 // the broken one
		}
	}
	records, err := pool.Run(t.Context(), r, jobs)
	if err != nil {
		t.Fatal(err)
	}
	for i, rec := range records {
		if broken := i >= 2; rec.Void() != broken || broken != strings.Contains(rec.Failure, "broken.py") {
			t.Errorf("game %d: %+v", i, rec)
		}
	}
}
