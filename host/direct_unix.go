//go:build unix && !linux

package host

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// ownGroup puts a process at the head of a group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of a started command's group. That there is
// nothing left is the usual case.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// inherited are the variables without which nothing starts on this system.
func inherited() []string { return nil }

// peak is the largest resident size of a command's processes.
func peak(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // the others count in kilobytes
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
