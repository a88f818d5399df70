//go:build !unix

package host

import (
	"os/exec"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

// killGroup kills the command alone: this system has no process groups.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
