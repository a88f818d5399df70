package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// ending is how a command came to its end.
type ending struct {
	state  *os.ProcessState
	cpu    time.Duration
	wall   time.Duration
	killed bool // at the wall limit
	stderr string
}

// run runs the command in dir until it ends or the wall limit does. The error
// is the context's, or a *Failure if the command could not be started.
func run(ctx context.Context, dir, command string, limits Limits) (ending, error) {
	if err := ctx.Err(); err != nil {
		return ending{}, err
	}
	watched, cancel := ctx, context.CancelFunc(func() {})
	if limits.Wall > 0 {
		watched, cancel = context.WithTimeout(ctx, limits.Wall)
	}
	defer cancel()
	cmd := shell(watched, dir, command, limits.CPU)
	complaints, err := collect(cmd)
	if err != nil {
		return ending{}, fmt.Errorf("host: standard error: %w", err)
	}
	started := time.Now()
	if err := complaints.started(cmd.Start()); err != nil {
		return ending{}, &Failure{Crash, err.Error()}
	}
	// The error of Wait repeats what the state says, or is the context's.
	_ = cmd.Wait()
	killGroup(cmd)
	state := cmd.ProcessState
	end := ending{
		state: state, cpu: state.UserTime() + state.SystemTime(), wall: time.Since(started), stderr: complaints.text(),
	}
	end.killed = watched.Err() != nil && !state.Exited()
	return end, ctx.Err()
}

// shell builds the process. The limit of each single process is a whole number
// of seconds, above the one that the sum is judged by.
func shell(ctx context.Context, dir, command string, cpu time.Duration) *exec.Cmd {
	args := []string{"-c", command}
	if cpu > 0 {
		seconds := strconv.Itoa(int(cpu/time.Second) + 1)
		args = []string{"-c", `ulimit -t "$1"; exec sh -c "$0"`, command, seconds}
	}
	cmd := exec.CommandContext(ctx, "sh", args...)
	cmd.Dir = dir
	cmd.SysProcAttr = ownGroup()
	cmd.Cancel = func() error {
		killGroup(cmd)
		return nil
	}
	return cmd
}

// late is the failure of a command that was over a limit, or nil.
func (e *ending) late(limits Limits) *Failure {
	if limits.CPU > 0 && e.cpu > limits.CPU {
		return &Failure{Time, fmt.Sprintf("used %.3f s of CPU of %.3f s allowed", e.cpu.Seconds(), limits.CPU.Seconds())}
	}
	if e.killed {
		return &Failure{Time, fmt.Sprintf("killed after %.1f s of wall time (%.3f s of CPU used)", e.wall.Seconds(), e.cpu.Seconds())}
	}
	return nil
}

// notRun tells whether the shell found no program that it could run.
func (e *ending) notRun() bool {
	const notExecutable, notFound = 126, 127
	code := e.state.ExitCode()
	return code == notExecutable || code == notFound
}

// how is how the command ended, with the last line that it complained in.
func (e *ending) how() string {
	text := "the program ended with " + e.state.String()
	if line := lastLine(e.stderr); line != "" {
		text += ": " + line
	}
	return text
}
