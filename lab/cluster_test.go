package lab

import (
	"net"
	"os"
	"os/exec"
	"testing"
)

// crowd is some worker processes, which are killed and replaced.
type crowd struct {
	t    *testing.T
	bin  string
	env  []string
	url  string
	all  []*exec.Cmd
	exec bool // they run programs
}

// newCrowd finds an address for a coordinator, and a home for its token.
func newCrowd(t *testing.T, bin string) *crowd {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	home := t.TempDir()
	c := &crowd{t: t, bin: bin, url: "nats://" + l.Addr().String(), env: append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME="+home)}
	t.Cleanup(func() {
		for i := range c.all {
			c.kill(i)
		}
	})
	return c
}

func (c *crowd) listen() string { return c.url[len("nats://"):] }

func (c *crowd) command(dir string, args ...string) *exec.Cmd {
	cmd := exec.Command(c.bin, args...)
	cmd.Dir, cmd.Env = dir, c.env
	return cmd
}

func (c *crowd) start() *exec.Cmd {
	c.t.Helper()
	cmd := c.command(c.t.TempDir(), "worker", c.url, "--workers", "1")
	if c.exec {
		cmd.Args = append(cmd.Args, "--allow-exec")
	}
	if err := cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	return cmd
}

func (c *crowd) hire(n int) {
	for range n {
		c.all = append(c.all, c.start())
	}
}

// kill kills a worker, by kill -9.
func (c *crowd) kill(i int) {
	_ = c.all[i].Process.Kill() // it may have ended
	_ = c.all[i].Wait()
}
