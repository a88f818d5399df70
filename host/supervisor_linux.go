package host

import (
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
)

// supervisorVariable is the environment variable that makes a process a supervisor. Its
// value is usersUnmapped if the users of the supervisor's namespace are not mapped yet.
const supervisorVariable, usersUnmapped = "EVOLAB_SUPERVISOR", "users-unmapped"

// Supervise turns this process into a supervisor if it was started as one, and does not
// return then. Programs that use this package must call it first in main.
func Supervise() {
	if os.Getenv(supervisorVariable) == "" {
		return
	}
	if os.Getenv(supervisorVariable) == usersUnmapped {
		var line [1]byte
		if n, err := syscall.Read(0, line[:]); err == nil && n > 0 {
			// Once the lab has mapped its users, the supervisor runs as root in its namespace.
			os.Setenv(supervisorVariable, "1")
			_ = syscall.Exec("/proc/self/exe", os.Args, os.Environ())
		}
		os.Exit(1)
	}
	runtime.LockOSThread() // threads with namespaces of their own must not be the first one
	os.Unsetenv(supervisorVariable)
	os.Exit(supervise())
}

// supervisor runs programs' plies, one after the other, for the lab that started it.
// It stays outside of the boxes that it makes.
type supervisor struct {
	conn        *net.UnixConn
	in          *json.Decoder
	out         *json.Encoder
	requests    chan request
	childEnded  chan os.Signal // a child has ended
	self        process
	delays      bool         // the system reports how long processes wait for a core
	groups      *cage.Groups // nil: none
	groupsTried bool         // makeGroups has tried
	box         *box
}

func supervise() int {
	s := &supervisor{requests: make(chan request), childEnded: make(chan os.Signal, 1)}
	catchSignals()
	if err := s.prepare(); err != nil {
		return 1
	}
	go s.listen()
	for r, ok := s.next(); ok; r, ok = s.next() {
		var err error
		switch {
		case r.Open != nil:
			err = s.open(r.Open)
		case r.Ply != nil:
			err = s.out.Encode(s.box.play(s, r))
		case r.Ask != nil:
			err = s.out.Encode(s.box.ask(s, r))
		case r.Close:
			err = s.out.Encode(errorReply(s.close(true)))
		}
		if err != nil {
			break
		}
	}
	_ = s.close(false)
	_ = s.groups.Close()
	return 0
}

// catchSignals catches all signals that can be caught: without namespaces, the program
// can send them to its supervisor. They are not ignored, because the program would
// inherit that.
func catchSignals() {
	all := make(chan os.Signal, 1)
	signal.Notify(all)
	go func() {
		for range all {
		}
	}()
}

// prepare shields this process's memory and open files from programs.
func (s *supervisor) prepare() error {
	signal.Notify(s.childEnded, syscall.SIGCHLD)
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return err
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	closeInherited()
	conn, err := net.FileConn(os.Stdin)
	if err != nil {
		return err
	}
	s.conn = conn.(*net.UnixConn)
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err == nil {
		err = unix.Dup3(int(null.Fd()), 0, 0)
	}
	s.in, s.out = json.NewDecoder(s.conn), json.NewEncoder(s.conn)
	debug.FreeOSMemory() // each ply forks, and copies the tables of all pages
	s.delays = delaysKnown()
	s.self, _ = readProcess("/proc", os.Getpid())
	return errors.Join(err, null.Close())
}

// closeInherited keeps programs from inheriting files that were open when the lab
// started.
func closeInherited() {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}

// listen passes on the lab's requests, and closes the channel when the lab is gone.
func (s *supervisor) listen() {
	defer close(s.requests)
	for {
		var r request
		if s.in.Decode(&r) != nil {
			return
		}
		s.requests <- r
	}
}

// open makes a box, and passes its folders to the lab.
func (s *supervisor) open(o *opening) error {
	var err error
	if s.box, err = newBox(s, o); err != nil {
		_, _, mark := s.conn.WriteMsgUnix([]byte("-"), nil, nil)
		return errors.Join(mark, s.out.Encode(errorReply(err)))
	}
	program, temp := s.box.cage.Dirs()
	rights := unix.UnixRights(int(program.Fd()), int(temp.Fd()))
	if _, _, err := s.conn.WriteMsgUnix([]byte("+"), rights, nil); err != nil {
		return err
	}
	c := s.box.cage
	h := &enforcement{Landlock: cage.Landlock(), UID: c.Identity().UID, Memory: s.groups.MemoryCounted(), Clock: c.Counts()}
	if s.groups != nil {
		h.Groups = s.groups.String()
	}
	return s.out.Encode(reply{Enforced: h})
}

// makeGroups tries to make control groups, once.
func (s *supervisor) makeGroups(r *Resources) *cage.Groups {
	if !s.groupsTried {
		s.groupsTried = true
		s.groups, _ = cage.NewGroups(cageBounds(r))
	}
	s.groups.Bound(cageBounds(r)) // the last box may have had others
	return s.groups
}

// close ends a box. An orderly end leaves the scratch folder to the lab.
func (s *supervisor) close(orderly bool) error {
	b := s.box
	if b == nil {
		return nil
	}
	s.box = nil
	if b.live != nil && b.live.ending == nil {
		b.endLive(s, nil)
	}
	if b.listener != nil {
		b.listener.Close()
	}
	b.cage.Close()
	err := b.folder.close()
	if !orderly && b.opening.Top != "" && !b.opening.Keep {
		err = errors.Join(err, Remove(b.opening.Top))
	}
	if err != nil {
		return fmt.Errorf("end of a box: %w", err)
	}
	return nil
}

// request is a message from the lab to a supervisor: to open a box, run a ply in it,
// ask the program that keeps running, stop a ply, or close the box.
type request struct {
	Open  *opening  `json:"open,omitempty"`
	Ply   *ply      `json:"ply,omitempty"`
	Ask   *question `json:"say,omitempty"`
	N     int       `json:"n,omitempty"`    // of the ply
	Stop  int       `json:"stop,omitempty"` // the number of the ply to stop
	Close bool      `json:"close,omitempty"`
}

// opening says how to make a box.
type opening struct {
	Dir       string    `json:"dir"` // the program's; "" for a trial
	Kind      cage.Kind `json:"kind"`
	Top       string    `json:"top"` // the scratch folder, "" for one in memory
	Program   string    `json:"program"`
	Temp      string    `json:"temp"`
	Keep      bool      `json:"keep"` // the scratch folder stays, even if the lab ends unexpectedly
	Resources Resources `json:"resources"`
	ReadOnly  []string  `json:"read_only"`
	Path      string    `json:"path"`
	Grants    Grants    `json:"grants"`
	Extra     []File    `json:"extra,omitempty"`
	Port      bool      `json:"port,omitempty"`
}

// reply is the supervisor's answer to each opening, ply and closing.
type reply struct {
	Error    string        `json:"error,omitempty"` // of the machine
	Errno    syscall.Errno `json:"errno,omitempty"` // the system's number for it, if any
	CPU      time.Duration `json:"cpu"`
	Wall     time.Duration `json:"wall"`
	Idle     time.Duration `json:"idle,omitempty"` // see Answer
	Memory   int64         `json:"memory,omitempty"`
	Stderr   string        `json:"stderr,omitempty"`
	How      string        `json:"how,omitempty"`
	Code     int           `json:"code"`
	Reason   string        `json:"reason,omitempty"` // of a failure
	Detail   string        `json:"detail,omitempty"`
	Output   []byte        `json:"output,omitempty"`
	Missing  string        `json:"missing,omitempty"` // why there is no output
	Enforced *enforcement  `json:"held,omitempty"`    // to an opening
}

// errorReply returns the reply for an error, an empty one for nil.
func errorReply(err error) reply {
	if err == nil {
		return reply{}
	}
	r := reply{Error: err.Error()}
	_ = errors.As(err, &r.Errno)
	return r
}

// err returns the error of a reply, nil if there is none.
func (r *reply) err() error {
	if r.Error == "" {
		return nil
	}
	return &remoteError{r.Error, r.Errno}
}

// remoteError is an error that occurred in the supervisor.
type remoteError struct {
	text  string
	errno syscall.Errno
}

func (r *remoteError) Error() string { return r.text }

func (r *remoteError) Unwrap() error {
	if r.errno == 0 {
		return nil
	}
	return r.errno
}

// enforcement is what a supervisor found it can enforce.
type enforcement struct {
	Groups   string `json:"groups"`   // control groups, "" if there are none
	Memory   bool   `json:"memory"`   // they bound memory too
	Clock    bool   `json:"clock"`    // CPU time is counted, not sampled
	Landlock int    `json:"landlock"` // its version; 0: none
	UID      int    `json:"uid"`
}
