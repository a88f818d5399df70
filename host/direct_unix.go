//go:build unix && !linux

package host

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// ownGroup starts a process as the leader of its own group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of a command's process group, usually nothing.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

// inherited returns nothing: programs start without any of the lab's variables here.
func inherited() []string { return nil }

// peak returns the largest resident size of a command's processes.
func peak(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // in bytes; the other systems count in kilobytes
		return int64(usage.Maxrss)
	}
	return int64(usage.Maxrss) << 10
}
