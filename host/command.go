package host

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// Command prepares a shell command of the user's own: it runs in the current folder with the
// user's environment and rights, unconfined, and env in addition. When the context ends, its
// whole process group is killed.
func Command(ctx context.Context, line string, env []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Env = append(os.Environ(), env...)
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error {
		killGroup(cmd)
		return nil
	}
	const grace = time.Second // for whoever has left the group and still holds the output
	cmd.WaitDelay = grace
	return cmd
}
