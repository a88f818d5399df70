package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
	"evolab/internal/hosttool"
)

// client talks to a supervisor, a process that serves one box at a time.
type client struct {
	cmd    *exec.Cmd
	conn   *net.UnixConn
	out    *json.Decoder
	method *method
	plies  int // so far

	mu  sync.Mutex // guards enc: a ply may be stopped at any time
	enc *json.Encoder
}

func (c *client) send(r request) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.enc.Encode(r)
}

func startSupervisor(m *method) (*client, error) {
	if os.Getenv(supervisorVariable) != "" {
		return nil, errors.New("this program does not call host.Supervise at its start")
	}
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("supervisor: %w", err)
	}
	ours, theirs := os.NewFile(uintptr(fds[0]), "supervisor"), os.NewFile(uintptr(fds[1]), "lab")
	defer ours.Close()
	defer theirs.Close()
	cmd := &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{"evolab-supervisor"}, Stdin: theirs,
		// None of the lab's own variables: they may hold secrets, and a program may read its supervisor's memory.
		Env:         []string{supervisorVariable + "=" + m.markValue(), "TMPDIR=" + os.TempDir(), "GORACE=" + os.Getenv("GORACE"), "GOMAXPROCS=1"},
		SysProcAttr: m.attributes(),
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("supervisor: %w", err)
	}
	c := &client{cmd: cmd, method: m}
	conn, err := net.FileConn(ours)
	if err == nil {
		c.conn = conn.(*net.UnixConn)
		c.out, c.enc = json.NewDecoder(c.conn), json.NewEncoder(c.conn)
		if err = m.mapUsers(cmd.Process.Pid); err == nil && m.subordinate {
			_, err = c.conn.Write([]byte("\n"))
		}
	}
	if err != nil {
		c.stop()
		return nil, fmt.Errorf("supervisor: %w", err)
	}
	return c, nil
}

func (c *client) open(o *opening) (*boxRunner, error) {
	if err := c.send(request{Open: o}); err != nil {
		return nil, fmt.Errorf("supervisor: %w", err)
	}
	var mark [1]byte
	oob := make([]byte, unix.CmsgSpace(2*4))
	n, got, _, _, err := c.conn.ReadMsgUnix(mark[:], oob)
	if err != nil || n == 0 {
		return nil, fmt.Errorf("supervisor: it ended (%w)", errors.Join(err, errors.New("no answer")))
	}
	files := passedFiles(oob[:got])
	var r reply
	if err = c.out.Decode(&r); err == nil {
		err = r.err()
	}
	if err == nil && len(files) != 2 {
		err = errors.New("no folders came")
	}
	if err != nil {
		closeAll(files)
		return nil, fmt.Errorf("supervisor: %w", err)
	}
	return &boxRunner{client: c, enforced: r.Enforced, program: files[0], temp: files[1]}, nil
}

func passedFiles(oob []byte) []*os.File {
	messages, _ := unix.ParseSocketControlMessage(oob)
	var files []*os.File
	for i := range messages {
		fds, _ := unix.ParseUnixRights(&messages[i])
		for _, fd := range fds {
			unix.CloseOnExec(fd)
			files = append(files, os.NewFile(uintptr(fd), "folder"))
		}
	}
	return files
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// stop ends the supervisor, and with it whatever is left of its box.
func (c *client) stop() {
	if c.conn != nil {
		c.conn.Close()
	}
	const patience = 5 * time.Second
	kill := time.AfterFunc(patience, func() { _ = c.cmd.Process.Kill() })
	defer kill.Stop()
	_ = c.cmd.Wait() // it may have been killed
}

// attributes returns the process attributes to start a supervisor with.
func (m *method) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true} // no signal from a terminal reaches it
	if !m.userNamespace {
		return attr
	}
	attr.Cloneflags = syscall.CLONE_NEWUSER
	if !m.subordinate {
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	return attr
}

// markValue is the value of supervisorVariable to start a supervisor with.
func (m *method) markValue() string {
	if m.subordinate {
		return usersUnmapped
	}
	return "1"
}

// mapUsers maps this user's subordinate users and groups into the supervisor's
// namespace.
func (m *method) mapUsers(pid int) error {
	if !m.userNamespace || !m.subordinate {
		return nil
	}
	for _, m := range []struct {
		tool string
		id   int
		file string
	}{{"newuidmap", os.Geteuid(), "/etc/subuid"}, {"newgidmap", os.Getegid(), "/etc/subgid"}} {
		start, count, ok := subordinateRange(m.file)
		if !ok {
			return fmt.Errorf("no range of users in %s", m.file)
		}
		path, err := hosttool.Path(m.tool)
		if err != nil {
			return err
		}
		said, err := hosttool.Command(context.Background(), path, strconv.Itoa(pid), "0", strconv.Itoa(m.id), "1", "1", start, count).CombinedOutput()
		if err != nil {
			return fmt.Errorf("%s: %w: %s", m.tool, err, said)
		}
	}
	return nil
}

// boxRunner is the runner on Linux: a program in a box.
type boxRunner struct {
	*client
	enforced      *enforcement
	program, temp *os.File
	scratch       *scratch // the folders on the disk; nil if they are in memory
	keep          bool
	done          bool
}

// dirs is part of runner. Folders in memory have no path outside the box: they are
// reached through their open files.
func (b *boxRunner) dirs() (string, string) {
	switch {
	case b.scratch != nil:
		return b.scratch.program, b.scratch.temp
	case b.done:
		return "", ""
	}
	return cage.InsideFD(b.program), cage.InsideFD(b.temp)
}

// play is part of runner. When the context ends first, the ply is stopped.
func (b *boxRunner) play(ctx context.Context, p ply) (ending, error) {
	return b.exchange(ctx, request{Ply: &p})
}

// ask is part of runner.
func (b *boxRunner) ask(ctx context.Context, r question) (ending, error) {
	return b.exchange(ctx, request{Ask: &r})
}

// exchange sends a ply or a question to the supervisor, and waits for the reply.
func (b *boxRunner) exchange(ctx context.Context, what request) (ending, error) {
	if err := ctx.Err(); err != nil {
		return ending{}, err
	}
	b.plies++
	n := b.plies
	what.N = n
	_ = b.send(what) // if the supervisor is gone, reading its reply fails
	stopped := context.AfterFunc(ctx, func() { _ = b.send(request{Stop: n}) })
	defer stopped()
	var r reply
	if err := b.out.Decode(&r); err != nil {
		return ending{code: -1, failure: b.lostSupervisor()}, ctx.Err()
	}
	if err := r.err(); err != nil {
		return ending{}, errors.Join(ctx.Err(), err)
	}
	end := ending{cpu: r.CPU, wall: r.Wall, idle: r.Idle, memory: r.Memory, stderr: r.Stderr, how: r.How, code: r.Code, output: r.Output, missing: r.Missing}
	if r.Reason != "" {
		end.failure = &Failure{r.Reason, r.Detail}
	}
	return end, ctx.Err()
}

// lostSupervisor says whose fault it is that the supervisor is gone: without
// namespaces, a program of the same user can kill it.
func (b *boxRunner) lostSupervisor() *Failure {
	if b.method.kind.Spaces || b.method.kind.Other {
		return &Failure{Void, "the machine could not run the program: its supervisor has ended"}
	}
	return &Failure{Crash, "it brought down the process that watches it"}
}

// close is part of runner. A supervisor that confirms that its box is gone can serve
// the next one.
func (b *boxRunner) close() error {
	if b.done {
		return nil
	}
	b.done = true
	closeAll([]*os.File{b.program, b.temp})
	var r reply
	err := b.send(request{Close: true})
	if err == nil {
		err = b.out.Decode(&r)
	}
	if err != nil || r.Error != "" {
		b.stop()
	} else {
		idleSupervisors.put(b.client)
	}
	switch {
	case b.scratch == nil:
		return nil
	case b.keep:
		return b.scratch.lock.Close()
	}
	return b.scratch.remove()
}

// supervisorPool holds supervisors that wait for their next box: starting one takes
// longer than a ply.
type supervisorPool struct {
	mu   sync.Mutex
	list []*client
}

var idleSupervisors supervisorPool

func (s *supervisorPool) take(m *method) (*client, error) {
	s.mu.Lock()
	for i, c := range s.list {
		if *c.method == *m {
			s.list = append(s.list[:i], s.list[i+1:]...)
			s.mu.Unlock()
			return c, nil
		}
	}
	s.mu.Unlock()
	return startSupervisor(m)
}

// put keeps a supervisor for the next box; it ends with the lab.
func (s *supervisorPool) put(c *client) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list = append(s.list, c)
}
