package main

import (
	"bytes"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// crowd is some worker processes, which are killed and replaced.
type crowd struct {
	t   *testing.T
	bin string
	env []string
	url string
	all []*exec.Cmd
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

// A run ends in the same bytes with any number of worker processes, also if these
// are killed again and again.
func TestWorkersDoNotShowInARun(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	numbers, kills := []int{2}, 1
	if *long {
		numbers, kills = []int{1, 2, 4}, 20
	}
	for _, n := range numbers {
		c := newCrowd(t, bin)
		c.hire(n)
		dir := t.TempDir()
		brieflyIn(t, bin, dir, "version")
		run := c.command(dir, "run", "brief.yaml", "--workers", "0", "--listen", c.listen())
		var said bytes.Buffer
		run.Stdout, run.Stderr = &said, &said
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- run.Wait() }()
		killed := 0
		for ; killed < kills && len(ended) == 0; killed++ {
			time.Sleep(time.Duration(200+rand.IntN(800)) * time.Millisecond)
			i := rand.IntN(n)
			c.kill(i)
			c.all[i] = c.start()
		}
		if err := <-ended; err != nil {
			t.Fatalf("%d workers: %v\n%s", n, err, said.String())
		}
		t.Logf("%d workers, %d kills", n, killed)
		want.sameAs(t, filepath.Join(dir, "runs"))
	}
}

// A coordinator that is killed again and again, and resumed each time, ends in the
// same bytes.
func TestKilledCoordinatorsEndAlike(t *testing.T) {
	t.Parallel()
	bin := buildEvolve(t)
	want := undisturbed(t, bin)
	c := newCrowd(t, bin)
	c.hire(2)
	dir := t.TempDir()
	k := newKiller(t, dir, 100*time.Millisecond)
	goOn := func() *exec.Cmd {
		cmd := brieflyIn(t, bin, dir, "run", "brief.yaml", "--workers", "0", "--listen", c.listen())
		if begun, _ := filepath.Glob(filepath.Join(dir, "runs", "*", "config.yaml")); len(begun) > 0 {
			cmd = brieflyIn(t, bin, dir, "resume", "last", "--workers", "0", "--listen", c.listen())
		}
		cmd.Env = c.env
		return cmd
	}
	kills := 2
	if *long {
		kills = 10
	}
	for range kills {
		k.kill(goOn(), k.rand.IntN(2*briefGenerations/kills))
	}
	if out, err := goOn().CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	t.Log(strconv.Itoa(k.kills) + " kills before the end")
	want.sameAs(t, filepath.Join(dir, "runs"))
}
