package host

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"evolab/host/cage"
)

// box is a program's sandbox, on the supervisor's side.
type box struct {
	opening *opening
	cage    *cage.Box
	folder  folder
	env     []string
	first   usage            // what its folders held before the first ply
	live    *live            // the program, if it keeps running between plies; else nil
	door    *net.TCPListener // where the program connects; nil: it uses its standard files
}

func bounds(r *Resources) cage.Bounds {
	return cage.Bounds{Memory: r.Memory, Processes: 2 * r.Processes, FileSize: r.FileSize}
}

func newBox(s *supervisor, o *opening) (*box, error) {
	size := sizeOf(o.Dir)
	const slack = 4 << 20 // so that a program is over its limit before the tmpfs is full
	view := cage.View{
		ReadOnly: o.ReadOnly, Net: o.Grants.Net, Program: o.Program, Temp: o.Temp,
		Size: o.Resources.Folder + o.Resources.Folder/4 + size.bytes + slack, Files: 2*mostFiles + size.files,
	}
	rules := cage.Rules{
		Files:    !o.Kind.Spaces,
		ReadOnly: append(o.ReadOnly, "/proc", "/etc/passwd", "/etc/group"), Own: []string{o.Program, o.Temp},
	}
	if o.Kind.Spaces && !o.Grants.Net {
		rules = cage.Rules{} // the namespaces leave nothing outside to reach
	}
	made, err := cage.Open(cage.Options{Kind: o.Kind, View: view, Rules: rules, Bounds: bounds(&o.Resources), Groups: s.makeGroups(&o.Resources)})
	if err != nil {
		return nil, err
	}
	b := &box{opening: o, cage: made}
	if err := errors.Join(b.fill(), b.listen()); err != nil {
		made.Close()
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
		err = fillFolder(b.opening.Dir, path, b.opening.Extra)
	}
	if err == nil {
		err = give(path, b.cage.Identity())
	}
	if err == nil {
		b.folder, err = openFolder(path)
	}
	_, seen := b.cage.Paths()
	b.env = b.opening.Grants.environment(b.opening.Path, seen)
	b.first = b.usage(program, temp)
	return err
}

// give makes the program's user the owner of a folder and of everything in it.
func give(dir string, id cage.Identity) error {
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

// ply runs a command until it ends, exceeds a limit or is stopped by the lab. Then no
// process that it started is left.
func (b *box) ply(s *supervisor, r request) reply {
	if b == nil {
		return reply{Error: "there is no box"}
	}
	if err := b.folder.prepare(r.Ply.Input, r.Ply.Fresh); err != nil {
		if b.opening.Top == "" && errors.Is(err, unix.ENOSPC) {
			return reply{Code: -1, Reason: Crash, Detail: "its folder is full"}
		}
		return wrong(err)
	}
	stderr, err := newStderrTail()
	if err != nil {
		return wrong(err)
	}
	m := newMeter(b.cage, s)
	pid, err := b.cage.Start(cage.Ply{Command: r.Ply.Command, Env: b.env, Stderr: stderr.write})
	if err := stderr.started(err); err != nil {
		return wrong(err)
	}
	m.leader = pid
	state, failure := b.watch(s, r, m)
	b.killAll(s, pid)
	cpu := m.total()
	b.cage.Ended()
	end := reply{CPU: cpu, Wall: time.Since(m.began), Stderr: stderr.text(), Code: -1, How: "signal: killed"}
	if state != nil {
		end.Memory = state.memory
	}
	status, err := b.ended(state)
	if err != nil {
		return wrong(err)
	}
	if status != nil {
		end.Code, end.How = status.ExitStatus(), how(*status)
	}
	b.judge(&end, failure)
	return end
}

// judge adds to a reply why the ply failed, or else its output.
func (b *box) judge(end *reply, failure *Failure) {
	output, err := b.folder.output()
	// A command that succeeded did not run out of memory, even if its group did.
	if failure == nil && err != nil && end.Code != 0 && b.cage.MemoryGone() {
		failure = tooMuchMemory(b.opening.Resources.Memory)
	}
	if failure == nil {
		failure = b.overfull()
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

// ended returns how the command ended, nil if it did not end by itself.
func (b *box) ended(s *state) (*syscall.WaitStatus, error) {
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
	killAll()
}
