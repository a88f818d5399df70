package host

import (
	"encoding/json"
	"os"
	"os/signal"
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
	delays   bool           // the system tells how long processes wait for a core
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
	w.delays = delaysKnown()
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

// ply runs a command until it ends, a limit does, or the lab says stop; then
// nothing that it started is left.
func (w *warden) ply(r request) reply {
	stderr, err := newStderrTail()
	if err != nil {
		return reply{Error: err.Error()}
	}
	m := newMeter(w.setup.Cage, w.delays)
	w.launcher.start <- launch{r.Command, stderr.write.Fd()}
	c := <-w.launcher.started
	if err := stderr.started(c.err); err != nil {
		return reply{Error: err.Error()}
	}
	status, failure := w.watch(c.pid, r, m)
	killAll(w.setup.Cage)
	if failure == nil {
		failure = overfull(w.setup.Resources.Folder, w.setup.Program, w.setup.Temp)
	}
	end := reply{CPU: m.total(), Wall: time.Since(m.began), Stderr: stderr.text(), Code: -1, How: "signal: killed"}
	if status != nil {
		end.Code, end.How = status.ExitStatus(), how(*status)
	}
	if failure != nil {
		end.Reason, end.Detail = failure.Reason, failure.Detail
	}
	return end
}
