package lab

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"evolab/internal/longtest"
)

// What many machines cost: a run with two cores in one process, and with a coordinator
// and two workers of one core each, by the clock and in CPU time. The clock needs an
// idle machine with two cores and is only reported.
//
//	go test ./lab -run Efficiency -v -long
func TestEfficiency(t *testing.T) {
	if !longtest.Enabled() {
		t.Skip("it measures for minutes with -long")
	}
	bin := buildEvolve(t)
	for _, c := range []struct {
		least float64 // CPU time alone by CPU time with workers
		args  []string
	}{
		{.95, []string{"$EXPERIMENTS/checkers.yaml", "generations=3", "test.games=400"}},
		{.9, []string{"$EXPERIMENTS/ga.yaml", "generations=12", "ga.population=60", "ga.elites=6", "fitness.pairs=60", "fitness.rounds=3", "validation.games=1000"}},
		{0, []string{"$EXPERIMENTS/quick.yaml"}},
	} {
		args := append([]string{"run"}, c.args...)
		alone := measure(briefly(t, bin, t.TempDir(), append(args, "--workers", "2")...))
		many := measureCluster(t, bin, args)
		t.Logf("%-60s alone %v; --workers 0 with two workers %v; efficiency %.3f by the clock, %.3f by CPU time",
			filepath.Base(c.args[0])+fmt.Sprint(c.args[1:]), alone, many, alone.clock/many.clock, alone.cpu/many.cpu)
		if alone.err != nil || many.err != nil {
			t.Fatal(alone.err, many.err)
		}
		if alone.cpu/many.cpu < c.least {
			t.Errorf("less than %v", c.least)
		}
	}
}

// effort is what a run has taken, in seconds.
type effort struct {
	clock, cpu float64
	err        error
}

func (e effort) String() string { return fmt.Sprintf("%.1f s (CPU %.1f s)", e.clock, e.cpu) }

func measure(cmd *exec.Cmd) effort {
	var said bytes.Buffer
	cmd.Stderr = &said
	began := time.Now()
	err := cmd.Run()
	e := effort{clock: time.Since(began).Seconds()}
	if err != nil {
		e.err = fmt.Errorf("%w: %s", err, said.String())
	}
	e.add(cmd)
	return e
}

func (e *effort) add(cmd *exec.Cmd) {
	if s := cmd.ProcessState; s != nil {
		e.cpu += (s.UserTime() + s.SystemTime()).Seconds()
	}
}

// measureCluster adds up coordinator and workers.
func measureCluster(t *testing.T, bin string, args []string) effort {
	c := newCrowd(t, bin)
	c.env = append(c.env, "GOMAXPROCS=1")
	c.hire(2)
	run := briefly(t, bin, t.TempDir(), append(args, "--workers", "0", "--listen", c.listen())...)
	run.Env = c.env
	e := measure(run)
	for _, w := range c.all {
		_ = w.Process.Signal(os.Interrupt) // its CPU time counts when it has ended
		_ = w.Wait()
		e.add(w)
	}
	return e
}
