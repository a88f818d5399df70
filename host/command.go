package host

import (
	"context"
	"io"
	"os"
	"os/exec"
	"time"
)

// RunCommand runs a shell command of the user's own, in the current folder with the user's
// environment and rights, unconfined, and env in addition. When it or the context ends, what is
// left of its process group is killed. The state is nil if it could not be started.
func RunCommand(ctx context.Context, line string, env []string, output io.Writer) (*os.ProcessState, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error {
		killGroup(cmd)
		return nil
	}
	const grace = time.Second // for whoever has left the group and still holds the output
	cmd.WaitDelay = grace
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	err := cmd.Wait()
	killGroup(cmd) // engines whose script was killed
	return cmd.ProcessState, err
}
