package host

import (
	"encoding/json"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// wardenMark is the environment variable that makes a process a warden.
const wardenMark = "EVOLAB_WARDEN"

// Warden makes this process a warden if that is what it was started for, and
// does not return then. Programs that use this package call it first of all.
func Warden() {
	if os.Getenv(wardenMark) == "" {
		return
	}
	os.Unsetenv(wardenMark)
	w := &warden{in: json.NewDecoder(os.Stdin), out: json.NewEncoder(os.Stdout)}
	os.Exit(w.serve())
}

// warden runs a program's plies, one after the other, for the lab that started
// it. Whatever the program starts and leaves behind becomes the warden's child.
type warden struct {
	in       *json.Decoder
	out      *json.Encoder
	setup    setup
	launcher *launcher
	requests chan request
	ended    chan os.Signal // a child has ended
}

func (w *warden) serve() int {
	withstand()
	if err := w.in.Decode(&w.setup); err != nil {
		return 1
	}
	if err := w.prepare(); err != nil {
		_ = w.out.Encode(reply{Error: err.Error()})
		return 1
	}
	if w.out.Encode(reply{}) != nil {
		return 1
	}
	go w.listen()
	for r := range w.requests {
		if r.Quit {
			return 0
		}
		if r.Command == "" {
			continue // the end of a ply that has ended
		}
		if w.out.Encode(w.ply(r)) != nil {
			break
		}
	}
	w.abandon()
	return 0
}

// withstand catches all signals that can be caught: the program can send them to
// its warden. Ignored ones would be ignored by the program too.
func withstand() {
	all := make(chan os.Signal, 1)
	signal.Notify(all)
	go func() {
		for range all {
		}
	}()
}

// prepare locks the warden in, or makes it the parent of all orphans.
func (w *warden) prepare() error {
	w.requests, w.ended = make(chan request), make(chan os.Signal, 1)
	signal.Notify(w.ended, syscall.SIGCHLD)
	if w.setup.Cage {
		if err := lock(w.setup); err != nil {
			return err
		}
	} else if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	for resource, most := range map[int]uint64{
		unix.RLIMIT_FSIZE: uint64(w.setup.Resources.FileSize), unix.RLIMIT_CORE: 0,
	} {
		if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: most, Max: most}); err != nil {
			return err
		}
	}
	var err error
	w.launcher, err = newLauncher(w.setup)
	return err
}

// listen hands on what the lab says; the end of the channel is the lab's.
func (w *warden) listen() {
	defer close(w.requests)
	for {
		var r request
		if w.in.Decode(&r) != nil {
			return
		}
		w.requests <- r
	}
}

// abandon cleans up for a lab that ended without a word.
func (w *warden) abandon() {
	killAll(w.setup.Cage)
	if w.setup.Keep {
		return
	}
	if w.setup.Cage {
		_ = attributes("/", unix.AT_RECURSIVE, 0, unix.MOUNT_ATTR_RDONLY)
		_ = unix.Unmount(w.setup.Program, unix.MNT_DETACH)
		_ = unix.Unmount(w.setup.Temp, unix.MNT_DETACH)
	}
	s := scratch{top: w.setup.Top}
	_ = s.remove()
}

// Looks at the processes come sooner in the first moments of a ply, which most
// plies are over with.
const (
	firstLook  = 2 * time.Millisecond
	latestLook = 25 * time.Millisecond
	folderLook = 500 * time.Millisecond
)

// ply runs a command until it ends, a limit does, or the lab says stop; then
// nothing that it started is left.
func (w *warden) ply(r request) reply {
	stderr, err := newStderrTail()
	if err != nil {
		return reply{Error: err.Error()}
	}
	m := newMeter(w.setup.Cage)
	began := time.Now()
	w.launcher.start <- launch{r.Command, stderr.write.Fd()}
	c := <-w.launcher.started
	if err := stderr.started(c.err); err != nil {
		return reply{Error: err.Error()}
	}
	status, failure := w.watch(c.pid, r, m, began)
	killAll(w.setup.Cage)
	if failure == nil {
		failure = overfull(w.setup.Resources.Folder, w.setup.Program, w.setup.Temp)
	}
	end := reply{CPU: m.total(), Wall: time.Since(began), Stderr: stderr.text(), Code: -1, How: "signal: killed"}
	if status != nil {
		end.Code, end.How = status.ExitStatus(), how(*status)
	}
	if failure != nil {
		end.Reason, end.Detail = failure.Reason, failure.Detail
	}
	return end
}

// watch returns the command's status, nil if it did not end by itself, and what
// it did wrong.
func (w *warden) watch(pid int, r request, m *meter, began time.Time) (*syscall.WaitStatus, *Failure) {
	var wall <-chan time.Time
	if r.Wall > 0 {
		wall = time.After(r.Wall)
	}
	interval, nextFolder := firstLook, began.Add(folderLook)
	for {
		select {
		case <-w.ended:
			if status, ok := reap()[pid]; ok {
				return &status, nil
			}
			continue
		case <-wall:
			cpu, _ := m.sample(w.setup.Resources)
			return nil, asleep(time.Since(began), cpu)
		case next, ok := <-w.requests:
			if !ok || next.Stop || next.Quit {
				return nil, nil
			}
			continue
		case <-time.After(interval):
		}
		interval = min(2*interval, latestLook)
		cpu, failure := m.sample(w.setup.Resources)
		if r.CPU > 0 && cpu > r.CPU {
			// What ends between two looks at it can count twice in one sample.
			cpu, failure = m.sample(w.setup.Resources)
		}
		if failure == nil && time.Now().After(nextFolder) {
			nextFolder = time.Now().Add(folderLook)
			failure = overfull(w.setup.Resources.Folder, w.setup.Program, w.setup.Temp)
		}
		if failure != nil || r.CPU > 0 && cpu > r.CPU {
			return nil, failure
		}
	}
}

func how(s syscall.WaitStatus) string {
	if s.Signaled() {
		return "signal: " + s.Signal().String()
	}
	return "exit status " + strconv.Itoa(s.ExitStatus())
}
