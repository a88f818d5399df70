//go:build !unix

package host

import (
	"os"
	"os/exec"
	"syscall"
)

func ownGroup() *syscall.SysProcAttr { return nil }

// killGroup kills the command alone: this system has no process groups.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }

// inherited returns the environment variables without which no program starts here.
func inherited() []string {
	var list []string
	for _, name := range []string{"SystemRoot", "SystemDrive", "ComSpec", "PATHEXT", "TEMP", "TMP", "NUMBER_OF_PROCESSORS"} {
		if value, ok := os.LookupEnv(name); ok {
			list = append(list, name+"="+value)
		}
	}
	return list
}

// peak is 0: this system does not report memory.
func peak(*os.ProcessState) int64 { return 0 }
