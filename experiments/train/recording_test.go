package train

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"evolab/experiments/run"
	"evolab/internal/killtest"
	"evolab/internal/progress"
)

// suicide kills its process, by kill -9, with the first game after it is armed.
type suicide struct {
	progress.None
	armed atomic.Bool
}

func (s *suicide) Add(int) {
	if s.armed.Load() {
		s.kill()
	}
}

func (s *suicide) kill() {
	if self, err := os.FindProcess(os.Getpid()); err == nil {
		_ = self.Kill()
	}
	select {}
}

// A run that is killed before a generation is written, mostly while the next one plays,
// continues from the one before, and ends as if nothing had happened.
func TestKilledBeforeAGenerationIsRecorded(t *testing.T) {
	const root, unrecorded = "EVOLAB_TEST_ROOT", "EVOLAB_TEST_GENERATION"
	if root := os.Getenv(root); root != "" {
		var s suicide
		_, err := Run(context.Background(), tinyConfig(t), Options{Root: root, Workers: 2, Formats: undrawn, Progress: &s, beforeRecording: func(g int) {
			if fmt.Sprint(g) == os.Getenv(unrecorded) {
				s.armed.Store(true)
				time.Sleep(time.Second)
				s.kill() // in case the next generation has played all its games
			}
		}})
		t.Fatalf("the run has ended: %v", err)
	}
	undisturbed := runTiny(t, 2).Folder
	for generation := range 2 {
		runs := t.TempDir()
		self := killtest.Self(t, root+"="+runs, fmt.Sprintf("%s=%d", unrecorded, generation))
		t.Run(fmt.Sprintf("generation %d", generation), func(t *testing.T) {
			if out, _ := self.CombinedOutput(); self.ProcessState.Exited() {
				t.Fatalf("it was not killed: %v\n%s", self.ProcessState, out)
			}
			folder := only(t, runs)
			if lines := bytes.Count(read(t, folder, run.MetricsFile), []byte("\n")); lines != generation {
				t.Errorf("%d generations are written, not %d", lines, generation)
			}
			endsAs(t, undisturbed, folder)
		})
	}
}

// Where a generation cannot be written, the run ends with that one error, though the next
// one plays. What it leaves is no damage, and once there is room it continues.
func TestAGenerationThatCannotBeRecordedEndsTheRun(t *testing.T) {
	undisturbed := runTiny(t, 2).Folder
	for _, x := range []struct {
		about      string
		impossible bool
		generation int // that cannot be recorded
		spoil      func(folder string) error
		repair     func(folder string) error // nil: nothing is left to continue
		want       error
	}{
		{
			"no room for some of its lines", !exists("/dev/full"), 0,
			func(folder string) error { return os.Symlink("/dev/full", filepath.Join(folder, run.MatchesFile)) },
			func(folder string) error { return os.Remove(filepath.Join(folder, run.MatchesFile)) }, syscall.ENOSPC,
		},
		{
			"no checkpoint, since no file can be made", os.Getuid() <= 0, 1, // root may write everywhere, and Windows knows no modes
			func(folder string) error { return os.Chmod(folder, 0o555) },
			func(folder string) error { return os.Chmod(folder, 0o755) }, fs.ErrPermission,
		},
		{"its folder is gone", runtime.GOOS == "windows", 1, os.RemoveAll, nil, fs.ErrNotExist},
	} {
		t.Run(x.about, func(t *testing.T) {
			if x.impossible {
				t.Skip("it cannot be brought about here")
			}
			o := Options{Root: t.TempDir(), Workers: 2, Formats: undrawn}
			spoil := func(folder string) {
				if err := x.spoil(folder); err != nil {
					t.Error(err)
				}
			}
			if x.generation == 0 { // later the files are open
				o.Observer = starting(spoil)
			}
			o.beforeRecording = func(generation int) {
				if generation > 0 && generation == x.generation {
					spoil(only(t, o.Root))
				}
			}
			done, err := Run(context.Background(), tinyConfig(t), o)
			if !errors.Is(err, x.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("%v", err)
			}
			if x.repair == nil {
				if exists(done.Folder) {
					t.Errorf("%s is there again", done.Folder)
				}
				return
			}
			if err := x.repair(done.Folder); err != nil {
				t.Fatal(err)
			}
			endsAs(t, undisturbed, done.Folder)
		})
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// starting observes the start of a run.
type starting func(folder string)

func (s starting) Started(folder string, _ Plan)    { s(folder) }
func (starting) Generation(run.Metrics, run.Timing) {}

// endsAs resumes a run and compares it with another.
func endsAs(t *testing.T, undisturbed, folder string) {
	t.Helper()
	if _, err := resumeTiny(t, folder); err != nil {
		t.Fatal(err)
	}
	for _, file := range lasting() {
		if !bytes.Equal(read(t, undisturbed, file), read(t, folder, file)) {
			t.Errorf("%s differs", file)
		}
	}
	if s, err := run.ReadState(folder); err != nil || s.Status != run.IsFinished {
		t.Errorf("%+v, %v", s, err)
	}
}

// only is the one folder in a folder of runs.
func only(t *testing.T, runs string) string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(runs, "*", ""))
	if err != nil || len(folders) != 1 {
		t.Fatalf("%q, %v", folders, err)
	}
	return folders[0]
}
