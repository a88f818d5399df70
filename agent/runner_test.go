package agent_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/stats"
)

// runner is a match runner with a value of its parameter x.
func runner(t *testing.T, command string, timeout, x float64) *agent.MatchRunner {
	t.Helper()
	g := agent.RunnerGame()
	a, err := g.Agent(agent.RunnerSettings{Timeout: timeout, Command: command}.Spec(), agent.Env{})
	if err != nil {
		t.Fatal(err)
	}
	set, err := a.(agent.Tunable).With(agent.TunedParameters{Pass: agent.PassEnv, Names: []string{"x"}, Values: []float64{x}})
	if err != nil {
		t.Fatal(err)
	}
	return set.(*agent.MatchRunner)
}

func TestMatchRunnerPlays(t *testing.T) {
	const command = `test $EVOLAB_x.$EVOLAB_BASE_x.$EVOLAB_PAIRS.$EVOLAB_SEED = 2.-1.3.5 && echo pentanomial 0,0,1,0,2; echo bye >&2`
	got, _, err := runner(t, command, 0, 2).Match(t.Context(), runner(t, command, 0, -1), 3, 5<<33)
	if want := (stats.Pentanomial{0, 0, 1, 0, 2}); err != nil || got != want {
		t.Errorf("%v, %v (expected: %v)", got, err, want)
	}
}

// Of games alone the pairs are drawn: as many as there are, the same for the same seed.
func TestMatchRunnerTellsGames(t *testing.T) {
	r := runner(t, "echo wdl 10,4,6", 0, 0)
	got, _, err := r.Match(t.Context(), r, 10, 1)
	if err != nil || got.Pairs() != 10 || got.Mean() != .6 {
		t.Errorf("%v with mean %v, %v (expected: 10 pairs, .6)", got, got.Mean(), err)
	}
	if again, _, _ := r.Match(t.Context(), r, 10, 1); again != got {
		t.Errorf("%v, and then %v", got, again)
	}
}

func TestMatchRunnerFails(t *testing.T) {
	tests := []struct{ name, command, cause, output string }{
		{"exits", "echo wdl 2,0,0; echo no engine >&2; exit 3", "it ended with exit status 3", "  wdl 2,0,0\n  no engine"},
		{"prints nothing", "true", "it printed no result (expected: a last line of " + `"pentanomial`, ""},
		{"prints garbage", "printf 'a\\033[31mb\\n'", "it printed no result", "  a"},
		{"half the pairs", "echo wdl 1,0,1", "a score of 2 games (expected: 4, of 2 pairs)", "  wdl 1,0,1"},
		{"hangs with a child", "echo begun; sleep 60 | cat", "it took longer than 200ms", "  begun"},
		{"killed", "kill -9 $$", "it ended with signal: killed", ""},
		{"is not there", "/nowhere/match.sh", "it ended with exit status 127", "not found"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			timeout := 0.
			if strings.HasPrefix(test.name, "hangs") {
				timeout = .2
			}
			r := runner(t, test.command, timeout, 1)
			_, _, err := r.Match(t.Context(), r, 2, 1)
			var failed *agent.RunnerError
			if !errors.As(err, &failed) || !strings.HasPrefix(failed.Cause.Error(), test.cause) || !strings.Contains(failed.Output, test.output) || strings.Contains(failed.Output, "\033") {
				t.Errorf("error %v with output %q (expected: %s, %q)", err, failed.Output, test.cause, test.output)
			}
		})
	}
}

// A cancelled match is no failure of its runner, and leaves no process.
func TestMatchRunnerIsCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	r := runner(t, "sleep 60 | cat", 0, 1)
	began := time.Now()
	_, _, err := r.Match(ctx, r, 1, 1)
	if !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 30*time.Second {
		t.Errorf("error %v after %v", err, time.Since(began))
	}
}

// A script that is killed leaves its engine behind, which is ended.
func TestEnginesOfAKilledScriptEnd(t *testing.T) {
	t.Parallel()
	played := filepath.Join(t.TempDir(), "played")
	r := runner(t, "(sleep .5; echo >"+played+") >/dev/null 2>&1 & kill -9 $$", 0, 1)
	if _, _, err := r.Match(t.Context(), r, 1, 1); err == nil {
		t.Fatal("a killed script plays")
	}
	time.Sleep(time.Second)
	if _, err := os.Stat(played); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the engine went on: %v", err)
	}
}
