package host

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// withoutFiles runs something while this process can open no more files.
func withoutFiles(t *testing.T, run func()) {
	t.Helper()
	var usual unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &usual); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 3, Max: usual.Max}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := unix.Setrlimit(unix.RLIMIT_NOFILE, &usual); err != nil {
			t.Fatal(err)
		}
	}()
	run()
}

// A machine that is out of files is not mistaken for one that can enforce less, and
// no program loses by it.
func TestOutOfFiles(t *testing.T) {
	usual := Confined().Level
	trials.found = nil
	withoutFiles(t, func() {
		if c := Confined(); c.Level != None {
			t.Errorf("without files programs are confined at level %v", c)
		}
		if _, err := Open(Program{Dir: "testdata/program", Command: "true"}); !IsVoid(err) && !Exhausted(err) {
			t.Errorf("without files: %v", err)
		}
	})
	if got := Confined().Level; got != usual {
		t.Errorf("later programs are confined at level %v, not %v", got, usual)
	}
	s := opened(t, "sleep 0.05; cat answer.txt > output.txt")
	if answer, err := s.Ask(t.Context(), nil, LimitCPU(time.Second)); err != nil || string(answer.Output) != "2,3\n" {
		t.Errorf("%q, %v", answer.Output, err)
	}
}
