package lab

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"evolab/host"
	"evolab/internal/longtest"
	"evolab/internal/tooltest"
)

// Tests wait for processes, clocks and disks more than they compute, so that more
// of them than there are cores run at a time.
const atATime = "4"

func TestMain(m *testing.M) {
	host.Supervise()
	if err := flag.Set("test.parallel", atATime); err != nil { // -parallel has the last word
		panic(err)
	}
	commands := map[string]func(){"evolve": evolve}
	if commands[filepath.Base(os.Args[0])] == nil { // the tests themselves
		tooltest.StraightenPython()
		debug.SetGCPercent(400) // in processes this short, memory is cheaper than collecting it
		if err := errors.Join(os.Setenv("GOGC", "400"), os.Setenv(figures, "svg")); err != nil {
			panic(err)
		}
	}
	testscript.Main(m, commands)
}

// figures names a variable with the formats of a run's figures. Scripts that do not
// set it get none, as most of them do not look at any.
const figures = "EVOLAB_TEST_FIGURES"

func evolve() {
	os.Exit(runProcess(app{figures: append([]string{}, strings.Fields(os.Getenv(figures))...)}))
}

// TestScripts runs the scripts in testdata, one for each subject. In them,
// $EXPERIMENTS is the folder of the experiments, and
//
//	exits N evolve ...   runs a command that has to end with exit code N
//	[long] ...           runs a line with the flag -long only
func TestScripts(t *testing.T) {
	t.Parallel()
	experiments, err := filepath.Abs("../experiments")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXPERIMENTS", experiments)
			e.Setenv("GOGC", os.Getenv("GOGC"))
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return longtest.Enabled(), nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N command args...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		got = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
