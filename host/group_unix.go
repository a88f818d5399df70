//go:build unix

package host

import (
	"os/exec"
	"syscall"
)

// ownGroup starts a process as the leader of its own group.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of a command's process group, usually nothing.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
