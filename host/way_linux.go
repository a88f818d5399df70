package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/user"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
)

// way is a way to confine programs that this system may allow.
type way struct {
	kind cage.Kind
	user bool // the supervisor is in a user namespace, where it may make the others
	sub  bool // with a range of subordinate users
}

// ways lists the ways to try, the strongest first.
func ways() []*way {
	inner := []*way{
		{cage.Kind{Spaces: true, Other: true}, true, true},
		{cage.Kind{Spaces: true}, true, false},
	}
	if os.Geteuid() != 0 {
		return append(inner, &way{})
	}
	list := append([]*way{{cage.Kind{Spaces: true, Other: true}, false, false}}, inner[1:]...)
	return append(list, &way{kind: cage.Kind{Other: true}}, &way{})
}

// found is the way that this system allows.
type found struct {
	way  *way
	held *held
	why  []error // why the stronger ones do not work
}

// strongest returns the strongest way that works. It searches once, and again only if
// it found none: a lack of files must not lead to a weaker way.
func strongest() *found {
	tried.Lock()
	defer tried.Unlock()
	if tried.found == nil || tried.found.way == nil {
		tried.found = find()
	}
	return tried.found
}

var tried struct {
	sync.Mutex
	found *found
}

func find() *found {
	f := &found{}
	for _, w := range ways() {
		b, err := w.open(Program{}, DefaultResources())
		if err == nil {
			err = errors.Join(b.try(), b.close())
		}
		if err == nil {
			f.way, f.held = w, b.held
			return f
		}
		f.why = append(f.why, err)
		if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
			return f
		}
	}
	return f
}

// try runs a trivial command.
func (b *boxed) try() error {
	end, err := b.ask(context.Background(), ply{Command: "echo works >output.txt", Limits: LimitCPU(time.Minute)})
	if err == nil && string(end.output) != "works\n" {
		err = fmt.Errorf("host: a trial ended with %s: %s%s", end.how, end.missing, end.stderr)
	}
	return err
}

func newRunner(p Program, r Resources) (runner, error) {
	f := strongest()
	if f.way == nil {
		return nil, fmt.Errorf("host: no program can be run: %w", errors.Join(f.why...))
	}
	return f.way.open(p, r)
}

// open puts a program into a box.
func (w *way) open(p Program, r Resources) (*boxed, error) {
	o := &opening{Dir: p.Dir, Kind: w.kind, Keep: p.Keep, Resources: r, Grants: p.Grants.resolved(), Extra: p.Extra, Port: p.Port}
	var err error
	if o.ReadOnly, o.Path, err = visible(&p); err != nil {
		return nil, err
	}
	var disk *scratch
	if !w.kind.Spaces || p.Keep {
		if disk, err = newScratch(p.Dir, p.Extra); err != nil {
			return nil, err
		}
		o.Top, o.Program, o.Temp = disk.top, disk.program, disk.temp
		if !w.kind.Spaces {
			protectLab()
		}
	}
	c, err := idle.take(w)
	var b *boxed
	if err == nil {
		if b, err = c.open(o); err != nil {
			c.end()
		}
	}
	if err != nil && disk != nil {
		err = errors.Join(err, disk.remove())
	}
	if err != nil {
		return nil, err
	}
	b.scratch, b.keep = disk, p.Keep
	return b, nil
}

// protectLab keeps programs of the same user out of this process's memory, where
// no namespace does.
var protectLab = sync.OnceFunc(func() { _ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0) })

// stable is where supervisors wait for their next box: starting one takes longer
// than a ply.
type stable struct {
	mu   sync.Mutex
	list []*client
}

var idle stable

func (s *stable) take(w *way) (*client, error) {
	s.mu.Lock()
	for i, c := range s.list {
		if *c.level == *w {
			s.list = append(s.list[:i], s.list[i+1:]...)
			s.mu.Unlock()
			return c, nil
		}
	}
	s.mu.Unlock()
	return startSupervisor(w)
}

// put keeps a supervisor for the next box; it ends with the lab.
func (s *stable) put(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, c)
}

// subordinate returns the range of users that a file such as /etc/subuid gives this
// user.
func subordinate(file string) (start, count string, ok bool) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", "", false
	}
	id, name := strconv.Itoa(os.Geteuid()), ""
	if me, err := user.LookupId(id); err == nil {
		name = me.Username
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Split(strings.TrimSpace(line), ":")
		if len(words) == 3 && words[0] != "" && (words[0] == name || words[0] == id) {
			return words[1], words[2], true
		}
	}
	return "", "", false
}
