package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

// strongest is the first cage that this system allows, nil if there is none.
var strongest = sync.OnceValue(func() *syscall.SysProcAttr {
	for _, attr := range cages() {
		s, err := emptyScratch()
		if err != nil {
			return nil
		}
		c, err := startWarden(s, DefaultResources(), false, attr)
		if err == nil {
			err = c.close()
		}
		if errors.Join(err, s.remove()) == nil {
			return attr
		}
	}
	return nil
})

// client speaks to a warden.
type client struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *json.Decoder

	mu  sync.Mutex // a ply may be stopped at any time
	enc *json.Encoder
}

func (c *client) say(r request) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.enc.Encode(r)
}

func newRunner(s *scratch, r Resources, keep bool) (runner, error) {
	return startWarden(s, r, keep, strongest())
}

// startWarden runs this program again as a warden, in a cage if there is one.
func startWarden(s *scratch, r Resources, keep bool, cage *syscall.SysProcAttr) (*client, error) {
	if os.Getenv(wardenMark) != "" {
		return nil, errors.New("host: this program does not call host.Warden at its start")
	}
	attr := syscall.SysProcAttr{}
	if cage != nil {
		attr = *cage
	}
	attr.Setsid = true // no signal of a terminal reaches it
	cmd := &exec.Cmd{Path: "/proc/self/exe", Args: []string{"evolab-warden"}, Env: append(os.Environ(), wardenMark+"=1"), SysProcAttr: &attr}
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("host: warden: %w", err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("host: warden: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("host: warden: %w", err)
	}
	c := &client{cmd: cmd, in: in, out: json.NewDecoder(out), enc: json.NewEncoder(in)}
	err = c.enc.Encode(setup{Top: s.top, Program: s.program, Temp: s.temp, Resources: r, Cage: cage != nil, Keep: keep})
	var ready reply
	if err == nil {
		err = c.out.Decode(&ready)
	}
	if err == nil && ready.Error != "" {
		err = errors.New(ready.Error)
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		return nil, fmt.Errorf("host: warden: %w", err)
	}
	return c, nil
}

// run has the warden run a command. When the context ends first, the ply is
// stopped.
func (c *client) run(ctx context.Context, command string, limits Limits) (ending, error) {
	_ = c.say(request{Command: command, CPU: limits.CPU, Wall: limits.Wall}) // if it is gone, there is no reply
	stopped := context.AfterFunc(ctx, func() { _ = c.say(request{Stop: true}) })
	defer stopped()
	var r reply
	if err := c.out.Decode(&r); err != nil {
		// Only a program that is not in a cage can do that.
		return ending{code: -1, failure: &Failure{Crash, "it brought down the process that watches it"}}, ctx.Err()
	}
	if r.Error != "" {
		return ending{}, errors.New("host: " + r.Error)
	}
	end := ending{cpu: r.CPU, wall: r.Wall, stderr: r.Stderr, how: r.How, code: r.Code}
	if r.Reason != "" {
		end.failure = &Failure{r.Reason, r.Detail}
	}
	return end, ctx.Err()
}

// close ends the warden, and with it all that might be left.
func (c *client) close() error {
	if c.cmd.ProcessState != nil {
		return nil // closed before
	}
	_ = c.say(request{Quit: true}) // it may be gone
	_ = c.in.Close()
	const patience = 5 * time.Second
	kill := time.AfterFunc(patience, func() { _ = c.cmd.Process.Kill() })
	defer kill.Stop()
	_ = c.cmd.Wait() // it may have been killed
	return nil
}
