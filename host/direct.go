//go:build !linux

package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"
)

// Warden does nothing on this system.
func Warden() {}

// direct runs commands without a supervisor.
type direct struct {
	*scratch
	folder folder
	env    []string
	keep   bool
	port   bool // it talks over a port
	done   bool
	live   *live // the program, if it keeps running between plies; else nil
}

func newRunner(p Program, _ Resources) (runner, error) {
	s, err := newScratch(p.Dir, p.Extra)
	if err != nil {
		return nil, err
	}
	opened, err := openFolder(s.program)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("host: scratch folder: %w", err), s.remove())
	}
	grants := p.Grants.resolved()
	return &direct{scratch: s, folder: opened, env: grants.environment(os.Getenv("PATH"), s.temp), keep: p.Keep, port: p.Port}, nil
}

func (d *direct) dirs() (string, string) { return d.program, d.temp }

func (d *direct) close() error {
	if d.done {
		return nil
	}
	d.done = true
	if d.live != nil {
		d.live.end()
	}
	err := d.folder.close()
	if !d.keep {
		err = errors.Join(err, d.remove())
	}
	return err
}

func (d *direct) ask(ctx context.Context, p ply) (ending, error) {
	if err := d.folder.prepare(p.Input, p.Fresh); err != nil {
		return ending{}, err
	}
	end, err := d.run(ctx, p.Command, p.Limits)
	if err != nil {
		return end, err
	}
	if end.output, err = d.folder.output(); err != nil {
		end.missing = err.Error()
	}
	return end, nil
}

func (d *direct) run(ctx context.Context, command string, limits Limits) (ending, error) {
	began := time.Now() // before the limit's timer, so that a command which exceeds it has taken longer
	watched, cancel := ctx, context.CancelFunc(func() {})
	if limits.Wall > 0 {
		watched, cancel = context.WithTimeout(ctx, limits.Wall)
	}
	defer cancel()
	cmd := shell(watched, d.program, command, limits.CPU)
	cmd.Env = append(d.env, inherited()...)
	complaints, err := newStderrTail()
	if err != nil {
		return ending{}, err
	}
	cmd.Stderr = complaints.write
	if err := complaints.started(cmd.Start()); err != nil {
		return ending{}, &Failure{Crash, err.Error()}
	}
	// The error of Wait repeats what the state says, or is the context's.
	_ = cmd.Wait()
	killGroup(cmd)
	state := cmd.ProcessState
	end := ending{
		memory: peak(state), cpu: state.UserTime() + state.SystemTime(), wall: time.Since(began), stderr: complaints.text(),
		how: state.String(), code: state.ExitCode(),
	}
	if errors.Is(watched.Err(), context.DeadlineExceeded) && !state.Exited() {
		end.failure = spell{wall: end.wall, cpu: end.cpu}.over(limits.Wall)
	}
	return end, ctx.Err()
}

// shell prepares a command. ulimit takes whole seconds and holds for each process
// alone, so it is set above the limit on the sum of all processes.
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
