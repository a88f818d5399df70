//go:build unix

package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	become()
	Supervise()
	sitDown()
	os.Setenv("GORACE", "atexit_sleep_ms=0") // -race makes supervisors sleep a second at their end
	os.Exit(m.Run())
}

// opened starts a session whose command is a line of shell.
func opened(t *testing.T, command string) *Session {
	t.Helper()
	s, err := Open(Program{Dir: "testdata/program", Command: command})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestAnswers(t *testing.T) {
	long := strings.Repeat("x", MaxOutput-4)
	for _, c := range []struct{ name, command, want string }{
		{"file of the folder", "cat answer.txt > output.txt", "2,3\n"},
		{"program of the folder", "./echo.sh", "the input\n"},
		{"exit code", "echo PASS > output.txt; exit 3", "PASS\n"},
		{"killed after the answer", "echo PASS > output.txt; kill -9 $$", "PASS\n"},
		{"empty", ": > output.txt", ""},
		{"too long", "printf '2,3\n" + long + "more' > output.txt", "2,3\n" + long},
		{"standard input is empty", "cat > output.txt", ""},
		{"signals are as usual", "trap 'echo caught > output.txt' TERM PIPE; kill -TERM $$; kill -PIPE $$", "caught\n"},
		{"quotes", `printf "%s" "it's '$1' $0" > output.txt`, "it's '' sh"},
	} {
		t.Run(c.name, func(t *testing.T) {
			answer, err := opened(t, c.command).Ask(t.Context(), []byte("the input\n"), LimitCPU(5*time.Second))
			if err != nil || string(answer.Output) != c.want {
				t.Errorf("got %.40q, %v; want %.40q", answer.Output, err, c.want)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct{ name, command, reason, detail string }{
		{"nothing", "true", NoOutput, "there is no output.txt, the program ended with exit status 0"},
		{"complaint", "echo one >&2; echo two >&2; exit 1", NoOutput, "exit status 1: two"},
		{"signal", "kill -SEGV $$", NoOutput, "segmentation fault"},
		{"folder", "mkdir output.txt", NoOutput, "not a regular file"},
		{"pipe", "mkfifo output.txt", NoOutput, "not a regular file"},
		{"link", "ln -s answer.txt output.txt", NoOutput, "not a regular file"},
		{"no such program", "exec no-such-program", Crash, "not found"},
		{"not executable", "./answer.txt", Crash, "exit status 126"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := opened(t, c.command).Ask(t.Context(), nil, LimitCPU(5*time.Second))
			wantFailure(t, err, c.reason, c.detail)
		})
	}
}

// The files that were written in place of output.txt are named, those with a name like it
// first; what was handed in and is as it was is not.
func TestFilesWrittenInstead(t *testing.T) {
	for command, want := range map[string]string{
		"mkdir init; echo 2,3 > init/output.txt":                     "there is no output.txt (it wrote init/output.txt), the program",
		"echo 2,3 > Output.txt; cp answer.txt moves":                 "there is no output.txt (it wrote Output.txt, moves), the program",
		`echo 2,3 > 'src\output.txt'; echo 1 > answer.txt`:           `there is no output.txt (it wrote src\output.txt, answer.txt), the program`,
		"for i in 1 2 3 4 5; do echo > s$i; done; echo > OUTPUT.TXT": "there is no output.txt (it wrote OUTPUT.TXT, s1, s2), the program",
		`echo 2,3 > "$TMPDIR/output.txt"; echo > "$TMPDIR/log"`:      "/output.txt), the program",
		`echo > "$TMPDIR/log"`:                                       "there is no output.txt, the program",
		"mkdir -p a/b/c/d/e __pycache__; echo > a/b/c/d/e/output.txt; echo > __pycache__/m.pyc; ln -s answer.txt Output.txt": "there is no output.txt, the program",
	} {
		_, err := opened(t, "sleep .1; "+command).Ask(t.Context(), []byte("x"), LimitCPU(5*time.Second))
		wantFailure(t, err, NoOutput, want)
	}
}

// A path below a program's folder, as it knows it, is told from others.
func TestInFolder(t *testing.T) {
	answer, err := opened(t, "pwd > output.txt").Ask(t.Context(), nil, LimitCPU(5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(string(answer.Output))
	for path, want := range map[string]string{dir + "/weights.json": "weights.json", dir + "/a/b": "a/b", dir: "", "/home/ann/program/weights.json": "", "weights.json": ""} {
		if got, ok := InFolder(path); got != want || ok != (want != "") {
			t.Errorf("%s: %q, %v; want %q", path, got, ok, want)
		}
	}
}

func wantFailure(t *testing.T, err error, reason, detail string) {
	t.Helper()
	var f *Failure
	if !errors.As(err, &f) || f.Reason != reason || !strings.Contains(f.Detail, detail) {
		t.Errorf("got %v, want %s: ...%s...", err, reason, detail)
	}
}

func TestOneSessionIsOneFolder(t *testing.T) {
	s := opened(t, `cat input.txt >> seen; if [ -e output.txt ]; then echo left > output.txt; else cp seen output.txt; fi`)
	var got string
	for _, input := range []string{"a", "b", "c"} {
		answer, err := s.Ask(t.Context(), []byte(input), Limits{})
		if err != nil {
			t.Fatal(err)
		}
		got += " " + string(answer.Output)
	}
	if got != " a ab abc" {
		t.Errorf("got%s", got)
	}
	if _, err := os.Stat("testdata/program/seen"); err == nil {
		t.Error("the program's own folder was written to")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if dir := s.Dir(); dir != "" {
		if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the scratch folder is left: %v", err)
		}
	}
}

func TestFilesInTheWayAreReplaced(t *testing.T) {
	s := opened(t, `cat input.txt > seen; rm input.txt; ln -s "$PWD/victim" input.txt; mkdir -p output.txt/x`)
	for range 2 {
		_, err := s.Ask(t.Context(), []byte("input"), Limits{})
		wantFailure(t, err, NoOutput, "not a regular file")
	}
	if _, err := os.Stat(filepath.Join(s.Dir(), "victim")); err == nil {
		t.Error("input.txt was written through a link")
	}
	if seen, err := os.ReadFile(filepath.Join(s.Dir(), "seen")); err != nil || string(seen) != "input" {
		t.Errorf("the program saw %q, %v", seen, err)
	}
}

func TestCPUIsCountedAndLimited(t *testing.T) {
	const spin = "sh -c 'while :; do :; done'; echo PASS > output.txt"
	started := time.Now()
	answer, err := opened(t, spin).Ask(t.Context(), nil, LimitCPU(100*time.Millisecond))
	wantFailure(t, err, Time, "of CPU of 0.100 s allowed")
	if answer.CPU < 100*time.Millisecond || answer.CPU > time.Second {
		t.Errorf("%v of CPU counted", answer.CPU)
	}
	if wall := time.Since(started); wall > time.Minute {
		t.Errorf("took %v", wall)
	}
}

// beat leaves a process in the background that shows that it lives.
const beat = "while :; do echo >> beats; sleep 0.02; done & "

// wantStillness fails if the process of beat is still there, or never was.
func wantStillness(t *testing.T, s *Session) {
	t.Helper()
	var sizes [2]int64
	for i := range sizes {
		info, err := os.Stat(filepath.Join(s.Dir(), "beats"))
		if err != nil {
			t.Fatal(err)
		}
		sizes[i] = info.Size()
		time.Sleep(100 * time.Millisecond)
	}
	if sizes[0] != sizes[1] {
		t.Errorf("%d beats became %d", sizes[0], sizes[1])
	}
}

func TestEndOfStderrIsKept(t *testing.T) {
	answer, err := opened(t, "i=0; while [ $i -lt 2000 ]; do echo line $i >&2; i=$((i+1)); done; echo PASS > output.txt").
		Ask(t.Context(), nil, LimitCPU(5*time.Second))
	if err != nil {
		t.Fatal(err)
	}
	if len(answer.Stderr) != maxStderr || !strings.HasSuffix(answer.Stderr, "line 1998\nline 1999\n") {
		t.Errorf("%d bytes, ...%q", len(answer.Stderr), answer.Stderr[max(0, len(answer.Stderr)-20):])
	}
}

func TestProgramsThatCannotBeOpened(t *testing.T) {
	for _, p := range []Program{
		{Dir: "testdata/no-such-folder", Command: "true"},
		{Dir: "testdata/program/answer.txt", Command: "true"},
		{Dir: "testdata/program"},
		{Command: "true"},
	} {
		if s, err := Open(p); err == nil {
			t.Errorf("%+v: opened in %s", p, s.Dir())
		}
	}
}

// atWall is the reason for which a sleeper ends here. Where nobody knows that it did
// not wait for a core, it has not lost.
func atWall() string {
	if delaysKnown() {
		return Time
	}
	return Void
}

// unlessStarved retries with more and more wall time while the program gets too
// little of a core to be judged: this machine may be busy.
func unlessStarved(wall time.Duration, try func(wall time.Duration) error) error {
	for ; ; wall *= 2 {
		err := try(wall)
		var f *Failure
		if wall > time.Minute || !delaysKnown() || !errors.As(err, &f) || f.Reason != Void {
			return err
		}
	}
}

func TestSleepersAreKilled(t *testing.T) {
	var s *Session
	started := time.Now()
	err := unlessStarved(500*time.Millisecond, func(wall time.Duration) error {
		s, started = opened(t, beat+"wait; echo PASS > output.txt"), time.Now()
		_, err := s.Ask(t.Context(), nil, Limits{CPU: time.Second, Wall: wall})
		return err
	})
	wantFailure(t, err, atWall(), "of wall time")
	if wall := time.Since(started); wall > 3*time.Minute {
		t.Errorf("took %v", wall)
	}
	wantStillness(t, s)
}

func TestBackgroundProcessesEndWithThePly(t *testing.T) {
	s := opened(t, beat+"sleep 0.1; echo PASS > output.txt")
	started := time.Now()
	if _, err := s.Ask(t.Context(), nil, LimitCPU(time.Second)); err != nil {
		t.Fatal(err)
	}
	if wall := time.Since(started); wall > time.Minute {
		t.Errorf("took %v", wall)
	}
	wantStillness(t, s)
}

func TestAnInterruptedPlyIsNoFailure(t *testing.T) {
	s := opened(t, beat+"wait")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	beats := filepath.Join(s.Dir(), "beats")
	go func() {
		for _, err := os.Stat(beats); err != nil && ctx.Err() == nil; _, err = os.Stat(beats) {
			time.Sleep(10 * time.Millisecond)
		}
		cancel() // it has begun
	}()
	_, err := s.Ask(ctx, nil, Limits{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	wantStillness(t, s)
	if _, err := s.Ask(ctx, nil, Limits{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
}

// A signal that stops everything can reach a program before it reaches the lab:
// the program has not lost by that. One that ends itself has.
func TestSignalsThatStopTheLabToo(t *testing.T) {
	for _, signal := range []string{"INT", "TERM", "HUP"} {
		for _, command := range []string{"kill -" + signal + " $$", "sh -c 'kill -" + signal + " $$'; exit $?"} {
			s := opened(t, command)
			ctx, cancel := context.WithCancel(t.Context())
			s.runner = late{s.runner, cancel}
			if _, err := s.Ask(ctx, nil, LimitCPU(5*time.Second)); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, and then the lab is stopped: %v", command, err)
			}
			s.runner = s.runner.(late).runner
			var lost *Failure
			if _, err := s.Ask(t.Context(), nil, LimitCPU(5*time.Second)); !errors.As(err, &lost) || lost.Reason != NoOutput {
				t.Errorf("%s alone: %v", command, err)
			}
		}
	}
}

// late stops the lab just after a ply.
type late struct {
	runner
	stop func()
}

func (l late) play(ctx context.Context, p ply) (ending, error) {
	end, err := l.runner.play(ctx, p)
	time.AfterFunc(10*time.Millisecond, l.stop)
	return end, err
}
