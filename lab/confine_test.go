package lab

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"evolab/host"
)

// runsPrograms are the commands that can run somebody's program, each with
// arguments that make it run one.
func runsPrograms() map[string][]string {
	const exec = "exec:dir=cheat,cmd=cp answer.txt output.txt"
	return map[string][]string{
		"run":            {"run.yaml"},
		"resume":         {"last"},
		"sweep":          {"run.yaml", "sweep.seeds=1"},
		"match":          {exec, "random", "--games", "2"},
		"tune":           {exec, "--against", "random", "--param", "a=0:0..1"},
		"tournament":     {"two.yaml"},
		"host":           {"--first", exec, "--second", "random"},
		"grade":          {exec, "--rubric", "usc-2023-submit"},
		"play":           {"--second", "--against", exec},
		"gtp":            {"--agent", exec},
		"analyze":        {"--agent", exec, "--position", "start"},
		"suite":          {"--in", "one.suite", "--agent", exec},
		"doctor":         {"cheat/my_player3.py", "--budget", ".01"},
		"worker":         {"nats://127.0.0.1:1", "--allow-exec"},
		"ablate":         nil, // an evaluation's agents only
		"serve":          nil, // says it before the first program that a page asks for
		"konane connect": nil, // konane has no programs by files
	}
}

// Every command that can run a program says how firmly it is held before it does,
// and runs none that would be held less firmly than is asked for. One without the flags
// for that cannot run any: agents refuse programs unless the flags have allowed them
// (agent.Programs).
func TestNoCommandRunsProgramsSilently(t *testing.T) {
	var commands []string
	walk(newRoot(&app{}), func(c *cobra.Command) {
		name := strings.TrimPrefix(c.CommandPath(), "evolve ")
		_, runs := runsPrograms()[name]
		if allows := c.Flags().Lookup("require-confinement") != nil || c.Flags().Lookup("allow-exec") != nil; allows && !runs {
			t.Errorf("evolve %s can run programs: put it into the list of this test", name)
		}
		if runs {
			commands = append(commands, name)
		}
	})
	for _, name := range commands {
		args := runsPrograms()[name]
		if args == nil {
			continue
		}
		t.Run(name, func(t *testing.T) { saysTheLevel(t, append(strings.Fields(name), args...)) })
	}
}

func walk(c *cobra.Command, use func(*cobra.Command)) {
	for _, below := range c.Commands() {
		if below.HasSubCommands() {
			walk(below, use)
		} else {
			use(below)
		}
	}
}

// saysTheLevel runs a command on a machine that enforces only limits.
func saysTheLevel(t *testing.T, line []string) {
	t.Chdir(t.TempDir())
	write(t, "cheat/answer.txt", "PASS\n")
	write(t, "cheat/my_player3.py", "open('output.txt', 'w').write('PASS')\n")
	write(t, "run.yaml", "game: littlego\ngenerations: 1\nopponents: [{agent: \"exec:dir=cheat,cmd=cp answer.txt output.txt\"}]\nplayer: {depth: 1}\n"+
		"ga: {population: 6, elites: 2}\nfitness: {pairs: 4, rounds: 1}\nvalidation: {games: 2, candidates: 1, candidate_games: 2}\ntest: {games: 2, opening_plies: [2]}\n")
	write(t, "two.yaml", "agents:\n- {agent: \"exec:dir=cheat,cmd=cp answer.txt output.txt\", name: cheat}\n- {agent: random}\ngames: 2\n")
	if line[0] == "resume" {
		if code, _, said := confined(t, "limits", "run", "run.yaml"); code != exitInterrupted {
			t.Fatal(said)
		}
	}
	if line[0] == "suite" {
		if code, _, said := confined(t, "limits", "suite", "--plies", "20", "--count", "1", "--out", "one.suite"); code != exitDone {
			t.Fatal(said)
		}
	}
	if code, _, said := confined(t, "limits", append(line, "--require-confinement", "isolated")...); code != exitFailed ||
		!strings.Contains(said, "programs can be confined at level limits (a test) here, not isolated\nhint: evolve doctor --system") {
		t.Errorf("where isolated is required, exit code %d: %s", code, said)
	}
	_, _, said := confined(t, "limits", append(line, "--require-confinement", "limits")...)
	if n := strings.Count("\n"+said, "\nprograms are confined at level limits (a test)\n"); n != 1 {
		t.Errorf("the level is said %d times: %s", n, said)
	}
}

// confined runs a command on a machine that can enforce so much, and interrupts it
// once it has said so.
func confined(t *testing.T, level string, args ...string) (code int, out, said string) {
	t.Helper()
	l, err := host.ParseLevel(level)
	if err != nil {
		t.Fatal(err)
	}
	var o bytes.Buffer
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	seen := &lookout{word: "confined at level " + level, stop: cancel}
	code = runLine(ctx, args, app{in: strings.NewReader("quit\n"), out: &o, err: seen, confinement: &host.Confinement{Level: l, Detail: "a test"}})
	return code, o.String(), seen.String()
}

// lookout keeps what is written, and stops a command at a word.
type lookout struct {
	mu   sync.Mutex
	text bytes.Buffer
	word string
	stop func()
}

func (l *lookout) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text.Write(p)
	if strings.Contains(l.text.String(), l.word) {
		l.stop()
	}
	return len(p), nil
}

func (l *lookout) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Strangers' programs are graded only where they can be isolated, unless one says
// otherwise.
func TestGradingNeedsIsolation(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "cheat/answer.txt", "PASS\n")
	line := []string{"grade", "exec:dir=cheat,cmd=true", "--rubric", "usc-2023-submit"}
	code, _, said := confined(t, "limits", line...)
	if code != exitFailed || !strings.Contains(said, "at level limits (a test) here, not isolated\n") ||
		!strings.Contains(said, "--require-confinement limits runs them all the same") {
		t.Errorf("exit code %d: %s", code, said)
	}
	if code, out, said := confined(t, "none", append(line, "--require-confinement", "none", "--format", "json")...); code != exitInterrupted || !strings.Contains(out, `"confinement":"`) {
		t.Errorf("exit code %d: %s%s", code, said, out)
	}
	if code, _, said := confined(t, "none", "grade", "random", "--rubric", "usc-2023-submit"); code != exitDone || strings.Contains(said, "confined") {
		t.Errorf("an agent of the lab: exit code %d: %s", code, said)
	}
}
