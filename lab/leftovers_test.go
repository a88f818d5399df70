//go:build unix

package lab

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"evolab/internal/tooltest"
)

// However a command ends, the next one that runs a program removes what it has
// left in the folder for temporary files.
func TestLeftoversAreRemoved(t *testing.T) {
	tooltest.Need(t, "python3")
	t.Parallel()
	bin := buildEvolve(t)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "slow", "my_player3.py"), "import time\ntime.sleep(60)\n")
	write(t, filepath.Join(dir, "passes", "answer.txt"), "PASS")
	scratch := filepath.Join(dir, "tmp")
	if err := os.Mkdir(scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	evolve := func(args ...string) *exec.Cmd {
		cmd := exec.Command(bin, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+scratch)
		return cmd
	}
	left := func(pattern string) []string {
		list, err := filepath.Glob(filepath.Join(scratch, pattern))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	cleans := func(after string) {
		t.Helper()
		said, err := evolve("host", "--first", "exec:dir=passes,cmd=cp answer.txt output.txt", "--second", "random").CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, said)
		}
		if list := left("evolab-*"); len(list) > 0 {
			t.Errorf("after %s, the next command leaves %q", after, list)
		}
	}
	for _, end := range []syscall.Signal{syscall.SIGHUP, syscall.SIGKILL} {
		cmd := evolve("doctor", "slow", "--game", "littlego")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(time.Minute); len(left("evolab-doctor-*")) == 0 && time.Now().Before(until); {
			time.Sleep(10 * time.Millisecond)
		}
		if len(left("evolab-doctor-*")) == 0 {
			t.Fatalf("%v: the doctor has no scratch folder", end)
		}
		if err := cmd.Process.Signal(end); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // by the signal
		if end == syscall.SIGHUP && len(left("evolab-*")) > 0 {
			t.Errorf("%v leaves %q", end, left("evolab-*"))
		}
		if end == syscall.SIGKILL && len(left("evolab-doctor-*")) == 0 {
			t.Error("a killed doctor leaves nothing: this test shows nothing")
		}
		cleans(end.String())
	}
	nobody, err := closedPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer nobody.Close()
	cmd := evolve("host", "--first", "exec:dir=passes,cmd=cp answer.txt output.txt", "--second", "random")
	cmd.Stdout = nobody
	if err := cmd.Run(); err == nil {
		t.Error("a host whose output nobody reads says nothing of it")
	}
	cleans("an output that nobody reads")
}

// closedPipe is an output that nobody reads.
func closedPipe() (*os.File, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	return w, r.Close()
}
