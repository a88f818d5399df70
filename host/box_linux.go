package host

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
	"evolab/internal/quantity"
)

// box is a program's sandbox, on the supervisor's side.
type box struct {
	opening  *opening
	cage     *cage.Box
	folder   folder
	env      []string
	initial  usage            // what its folders held before the first ply
	live     *liveProgram     // the program, if it keeps running between plies; else nil
	listener *net.TCPListener // where the program connects; nil: it uses its standard files
}

func cageBounds(r *Resources) cage.Bounds {
	return cage.Bounds{Memory: r.Memory, Processes: 2 * r.Processes, FileSize: r.FileSize}
}

func newBox(s *supervisor, o *opening) (*box, error) {
	size := sizeOf(o.Dir)
	const slack = 4 << 20 // so that a program is over its limit before the tmpfs is full
	view := cage.View{
		ReadOnly: o.ReadOnly, Net: o.Grants.Net, Program: o.Program, Temp: o.Temp,
		Size: o.Resources.Folder + o.Resources.Folder/4 + size.bytes + slack, Files: 2*maxFiles + size.files,
	}
	rules := cage.Rules{
		Files:    !o.Kind.Spaces,
		ReadOnly: append(o.ReadOnly, "/proc", "/etc/passwd", "/etc/group"), Own: []string{o.Program, o.Temp},
	}
	if o.Kind.Spaces && !o.Grants.Net {
		rules = cage.Rules{} // the namespaces leave nothing outside to reach
	}
	opened, err := cage.Open(cage.Options{Kind: o.Kind, View: view, Rules: rules, Bounds: cageBounds(&o.Resources), Groups: s.makeGroups(&o.Resources)})
	if err != nil {
		return nil, err
	}
	b := &box{opening: o, cage: opened}
	if err := errors.Join(b.fill(), b.openPort()); err != nil {
		opened.Close()
		return nil, err
	}
	return b, nil
}

// fill copies the program into its folder, unless the lab has done so on the disk,
// and opens the folder.
func (b *box) fill() error {
	program, temp := b.cage.Dirs()
	path := cage.InsideFD(program)
	var err error
	if b.opening.Top == "" && b.opening.Dir != "" {
		err = copyProgram(b.opening.Dir, path, b.opening.Extra)
	}
	if err == nil {
		err = chownTree(path, b.cage.Identity())
	}
	_, seen := b.cage.Paths()
	if err == nil {
		name := seen
		if !b.opening.Kind.Spaces {
			name = tempVariable
		}
		b.folder, err = openFolder(path, cage.InsideFD(temp), name)
	}
	b.env = b.opening.Grants.environment(b.opening.Path, seen)
	b.initial = b.usage(program, temp)
	return err
}

// chownTree makes the program's user the owner of a folder and of everything in it.
func chownTree(dir string, id cage.Identity) error {
	if id.UID == os.Geteuid() && id.GID == os.Getegid() {
		return nil
	}
	return filepath.WalkDir(dir+"/.", func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			err = os.Lchown(path, id.UID, id.GID)
		}
		return err
	})
}

// play runs a command until it ends, exceeds a limit or is stopped by the lab. Then no
// process that it started is left.
func (b *box) play(s *supervisor, r request) reply {
	if b == nil {
		return reply{Error: "there is no box"}
	}
	if err := b.folder.prepare(r.Ply.Input, r.Ply.Fresh); err != nil {
		if b.opening.Top == "" && errors.Is(err, unix.ENOSPC) {
			return reply{Code: -1, Reason: Crash, Detail: "its folder is full"}
		}
		return errorReply(err)
	}
	stderr, err := newStderrTail()
	if err != nil {
		return errorReply(err)
	}
	m := newMeter(b.cage, s)
	pid, err := b.cage.Start(cage.Ply{Command: r.Ply.Command, Env: b.env, Stderr: stderr.write})
	if err := stderr.started(err); err != nil {
		return errorReply(err)
	}
	m.leader = pid
	state, failure := b.watch(s, r, m)
	b.killAll(s, pid)
	cpu := m.total()
	b.cage.EndPly()
	end := reply{CPU: cpu, Wall: time.Since(m.began), Idle: m.idle, Stderr: stderr.text(), Code: -1, How: "signal: killed"}
	if state != nil {
		end.Memory = state.memory
	}
	status, err := b.exitStatus(state)
	if err != nil {
		return errorReply(err)
	}
	if status != nil {
		end.Code, end.How = status.ExitStatus(), describeExit(*status)
	}
	b.setOutcome(&end, failure)
	return end
}

// setOutcome adds to a reply why the ply failed, or else its output.
func (b *box) setOutcome(end *reply, failure *Failure) {
	output, err := b.folder.output()
	// A command that succeeded did not run out of memory, even if its group did.
	if failure == nil && err != nil && end.Code != 0 && b.cage.MemoryGone() {
		failure = tooMuchMemory(b.opening.Resources.Memory)
	}
	if failure == nil {
		failure = b.storageFailure()
	}
	switch {
	case failure != nil:
		end.Reason, end.Detail = failure.Reason, failure.Detail
	case err != nil:
		end.Missing = err.Error()
	default:
		end.Output = output
	}
}

// exitStatus returns how the command ended; nil if it did not end by itself.
func (b *box) exitStatus(s *exitState) (*syscall.WaitStatus, error) {
	if s == nil {
		return nil, b.cage.Failed()
	}
	return b.cage.Status(s.status)
}

// killAll kills all processes that the program has started, and waits until they are
// gone. In a PID namespace the kernel does most of it: all processes there die with
// the first one, the leader, which is the supervisor's only child.
func (b *box) killAll(s *supervisor, leader int) {
	if pid, err := syscall.Wait4(-1, nil, syscall.WNOHANG, nil); pid <= 0 && err == syscall.ECHILD {
		return
	}
	if b.cage.Nested() {
		_ = syscall.Kill(leader, syscall.SIGKILL)
		for {
			if _, err := syscall.Wait4(-1, nil, 0, nil); err == syscall.ECHILD {
				return
			}
		}
	}
	s.groups.Kill()
	// One call kills all processes of a user that only the program has: a fork bomb
	// outruns any list of processes.
	if id := b.cage.Identity(); id.Other {
		cmd := exec.Command("/bin/sh", "-c", "kill -KILL -1")
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(id.UID), Gid: uint32(id.GID)}}
		_ = cmd.Run() // the shell may be killed, too
	}
	killDescendants()
}

// The processes are sampled often at first: most plies end within milliseconds. Where the
// kernel itself bounds memory and processes and counts CPU time, a sample finds nothing
// sooner, and costs as much as a tenth of a ply.
const (
	firstSample         = 5 * time.Millisecond
	firstSampleBounded  = 20 * time.Millisecond
	maxSampleInterval   = 25 * time.Millisecond
	folderCheckInterval = 500 * time.Millisecond
)

// watch returns the state of the leader once it has ended. The state is nil if the
// program must be killed; then the failure says why, if that is the program's fault.
func (b *box) watch(s *supervisor, r request, m *meter) (*exitState, *Failure) {
	interval, nextFolder := firstSample, m.began.Add(folderCheckInterval)
	if b.cage.Exact() && s.groups.MemoryCounted() {
		interval = firstSampleBounded
	}
	for {
		select {
		case <-s.childEnded:
			if ended, ok := reap()[m.leader]; ok {
				return &ended, nil
			}
			continue
		case next, ok := <-s.requests:
			if !ok || next.Stop == r.N || next.Close {
				return nil, nil
			}
			continue
		case <-time.After(interval):
		}
		interval = min(2*interval, maxSampleInterval)
		late, failure := b.checkLimits(r.Ply, m)
		if late {
			// It may have ended while this process had no core itself.
			if ended, ok := reap()[m.leader]; ok {
				return &ended, nil
			}
			return nil, failure
		}
		if failure == nil && time.Now().After(nextFolder) {
			nextFolder = time.Now().Add(folderCheckInterval)
			failure = b.storageFailure()
		}
		if failure != nil {
			return nil, failure
		}
	}
}

// checkLimits samples the ply. It returns whether a time limit is exceeded, and why the
// ply fails; for the CPU time it leaves the reason to ending.limitFailure.
func (b *box) checkLimits(r *ply, m *meter) (late bool, failure *Failure) {
	now, failure := m.sample(&b.opening.Resources)
	if r.CPU > 0 && now.cpu > r.CPU {
		// A process that ends while a sample is taken can count twice in it.
		now, failure = m.sample(&b.opening.Resources)
	}
	switch {
	case failure != nil:
		return false, failure
	case r.CPU > 0 && now.cpu > r.CPU:
		return true, nil
	}
	if failure = now.overLimit(r.Wall); failure == nil {
		failure = now.overWait(r.Wait)
	}
	return failure != nil, failure
}

func describeExit(s syscall.WaitStatus) string {
	if s.Signaled() {
		return "signal: " + s.Signal().String()
	}
	return "exit status " + strconv.Itoa(s.ExitStatus())
}

// usage is how much folders hold.
type usage struct {
	bytes int64
	files int
}

// usage measures the program's folders. If they are in memory, it asks the file
// system, which also counts deleted files that are still open.
func (b *box) usage(program, temp *os.File) usage {
	if b.opening.Top != "" {
		return sizeOf(cage.InsideFD(program)+"/.", cage.InsideFD(temp)+"/.")
	}
	var st unix.Statfs_t
	if unix.Fstatfs(int(program.Fd()), &st) != nil {
		return usage{}
	}
	return usage{int64(st.Blocks-st.Bfree) * st.Bsize, int(st.Files - st.Ffree)}
}

// storageFailure returns the failure of a program whose folders hold too much, or nil.
func (b *box) storageFailure() *Failure {
	now := b.usage(b.cage.Dirs())
	bytes, files := now.bytes-b.initial.bytes, now.files-b.initial.files
	limit := b.opening.Resources.Folder
	switch {
	case files > maxFiles:
		return &Failure{Crash, fmt.Sprintf("keeps more than %s", quantity.Of(maxFiles, "file"))}
	case bytes > limit:
		return &Failure{Crash, fmt.Sprintf("keeps %d MB in files of %d MB allowed", bytes>>20, limit>>20)}
	}
	return nil
}

// sizeOf adds up what folders hold. It stops once it has seen too many files anyway.
func sizeOf(folders ...string) usage {
	var u usage
	for _, folder := range folders {
		if folder == "" {
			continue
		}
		_ = filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil // what cannot be read cannot be counted
			}
			if u.files++; u.files > 2*maxFiles {
				return fs.SkipAll
			}
			if info, err := d.Info(); err == nil && info.Mode().IsRegular() {
				u.bytes += info.Size()
			}
			return nil
		})
	}
	return u
}

// maxFiles is how many files a scratch folder may hold.
const maxFiles = 20_000
