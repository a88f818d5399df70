package cli

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"evolab/host"
	"evolab/internal/pythontest"
)

// Tests wait for processes, clocks and disks more than they compute, so that more
// of them than there are cores run at a time.
const atATime = "4"

func TestMain(m *testing.M) {
	host.Warden()
	if err := flag.Set("test.parallel", atATime); err != nil { // -parallel has the last word
		panic(err)
	}
	commands := map[string]func(){"evolve": evolve}
	if commands[filepath.Base(os.Args[0])] == nil { // the tests themselves
		pythontest.Straighten()
	}
	testscript.Main(m, commands)
}

// allFigures names a variable: where it is set, runs draw all their figures. Without
// it they draw the quickest kind, as most tests do not look at them.
const allFigures = "EVOLAB_TEST_ALL_FIGURES"

func evolve() {
	a := app{figures: []string{"svg"}}
	if os.Getenv(allFigures) != "" {
		a.figures = nil
	}
	os.Exit(runProcess(a))
}

// TestScripts runs the scripts in testdata, one for each subject. In them,
// $EXPERIMENTS is the folder of the experiments, and
//
//	exits N evolve ...   runs a command that has to end with exit code N
//	[long] ...           runs a line with the flag -long only
func TestScripts(t *testing.T) {
	t.Parallel()
	experiments, err := filepath.Abs("../../experiments")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXPERIMENTS", experiments)
			e.Setenv("GOGC", "400") // in processes this short, memory is cheaper than collecting it
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "long" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return *long, nil
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
