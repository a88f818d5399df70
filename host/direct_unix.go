//go:build unix && !linux

package host

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process at the head of a group of its own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of a started command's group. That there is
// nothing left is the usual case.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
