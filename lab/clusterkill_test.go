package lab

import (
	"bytes"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/experiments/run"
)

// A run ends in the same bytes with any number of worker processes, also if these
// are killed again and again.
func TestWorkersDoNotShowInARun(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	if !*long {
		killWorkers(t, bin, 2, 1, undisturbed(t, bin), "run", "brief.yaml")
		return
	}
	for _, args := range [][]string{
		{"run", "$EXPERIMENTS/quick.yaml"},
		{"run", "$EXPERIMENTS/ga.yaml", "generations=4", "validation.games=400", "validation.candidate_games=400", "test.games=400"},
	} {
		dir := t.TempDir()
		if out, err := briefly(t, bin, dir, append(args, "--workers", "1")...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		want := &aRun{files: recordOf(t, filepath.Join(dir, "runs"))}
		for _, workers := range []int{1, 2, 4} {
			killWorkers(t, bin, workers, 20, want, args...)
		}
	}
}

// killWorkers runs a command with some workers, kills them, each replaced by another,
// and compares the run with one that nothing disturbs.
func killWorkers(t *testing.T, bin string, workers, kills int, want *aRun, args ...string) {
	t.Helper()
	dir := t.TempDir()
	c := newCrowd(t, bin)
	c.hire(workers)
	coordinator := briefly(t, bin, dir, append(args, "--workers", "0", "--listen", c.listen())...)
	coordinator.Env = c.env
	var said bytes.Buffer
	coordinator.Stdout, coordinator.Stderr = &said, &said
	if err := coordinator.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- coordinator.Wait() }()
	killed := 0
	for ; killed < kills && len(ended) == 0; killed++ {
		time.Sleep(time.Duration(100+rand.IntN(300)) * time.Millisecond)
		i := rand.IntN(workers)
		c.kill(i)
		c.all[i] = c.start()
	}
	if err := <-ended; err != nil {
		t.Fatalf("%q, %d workers: %v\n%s", args, workers, err, said.String())
	}
	t.Logf("%q: %d workers, %d kills", args, workers, killed)
	if *long && killed < kills {
		t.Errorf("it has ended after %d kills of %d", killed, kills)
	}
	want.sameAs(t, filepath.Join(dir, "runs"))
	if timing := contents(t, dir, filepath.Join("runs", "*", run.TimingFile)); !strings.Contains(timing[0], `"workers":0,"players":{"`) {
		t.Errorf("it does not say that the workers played, and this machine did not:\n%s", timing[0])
	}
}

// briefly is evolve in a folder with the brief experiment; $EXPERIMENTS is the
// folder of the others.
func briefly(t *testing.T, bin, dir string, args ...string) *exec.Cmd {
	t.Helper()
	experiments, err := filepath.Abs("../experiments")
	if err != nil {
		t.Fatal(err)
	}
	args = slices.Clone(args)
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "$EXPERIMENTS", experiments)
	}
	return brieflyIn(t, bin, dir, args...)
}

// A coordinator that is killed again and again, and resumed each time, ends in the
// same bytes, and publishes no finished game again.
func TestKilledCoordinatorsEndAlike(t *testing.T) {
	if !*long {
		t.Skip("seconds of both cores, as for workers that are killed; run with -long")
	}
	t.Parallel()
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	post := newPost(t)
	c := newCrowd(t, bin)
	c.url, c.env = post.url, append(c.env, "EVOLAB_TOKEN="+post.token)
	c.hire(2)
	dir := t.TempDir()
	k := newKiller(t, dir, 100*time.Millisecond)
	goOn := func() *exec.Cmd {
		args := []string{"run", "brief.yaml"}
		if begun, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "config.yaml")); len(begun) > 0 {
			args = []string{"resume", "last"}
		}
		cmd := brieflyIn(t, bin, dir, append(args, "--workers", "0", "--cluster", c.url)...)
		cmd.Env = c.env
		post.nextLife()
		return cmd
	}
	const kills = 10
	for range kills {
		k.kill(goOn(), k.rand.IntN(2*briefGenerations/kills))
	}
	if out, err := goOn().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	want.sameAs(t, filepath.Join(dir, "runs"))
	post.nextLife()
	t.Logf("%d kills before the end, %d games of %d finished ones published again", k.kills, post.again, len(post.before))
	if post.again > 0 {
		t.Errorf("%d finished games were published again", post.again)
	}
}
