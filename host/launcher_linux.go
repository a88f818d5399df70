package host

import (
	"os"
	"runtime"
	"syscall"
)

// launcher starts commands from a thread that has no privileges left.
type launcher struct {
	start   chan launch
	started chan launched
}

type launch struct {
	command string
	stderr  uintptr
}

type launched struct {
	pid int
	err error
}

func newLauncher(s setup) (*launcher, error) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	l := &launcher{make(chan launch), make(chan launched)}
	ready := make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: no other work may run here
		ready <- dropPrivileges()
		env := append(os.Environ(), "TMPDIR="+s.Temp)
		for c := range l.start {
			pid, err := syscall.ForkExec(shellPath, []string{"sh", "-c", c.command}, &syscall.ProcAttr{
				Dir: s.Program, Env: env, Files: []uintptr{null.Fd(), null.Fd(), c.stderr},
				Sys: &syscall.SysProcAttr{Setsid: true},
			})
			l.started <- launched{pid, err}
		}
	}()
	return l, <-ready
}

// shellPath is where every system has its shell.
const shellPath = "/bin/sh"
