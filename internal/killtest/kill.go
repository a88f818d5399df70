// Package killtest kills processes, for the tests of what a kill leaves behind.
package killtest

import (
	"os"
	"os/exec"
	"testing"
	"time"
)

// Self is the command that runs the calling test in a process of its own, with variables
// in its environment by which the test knows that it is that process.
func Self(t testing.TB, variables ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, "-test.run", "^"+t.Name()+"$", "-test.count", "1")
	cmd.Env = append(os.Environ(), variables...)
	return cmd
}

// Kill starts a command and kills it, by kill -9, some time after it is ready; nil: it is
// ready at once. It reports whether the command had not ended before. How long a start
// takes depends on the machine, so a clock alone would kill most commands too early.
func Kill(t testing.TB, cmd *exec.Cmd, ready func() bool, then time.Duration) (killed bool) {
	t.Helper()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for ready != nil && !ready() && len(ended) == 0 {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(then)
	_ = cmd.Process.Kill() // it may have ended
	return <-ended != nil
}
