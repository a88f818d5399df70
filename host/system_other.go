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

// Confined returns how programs are confined on this system.
func Confined() Confinement {
	const linux = "run it on Linux, a virtual machine included"
	return Confinement{None, "a limit of wall time: a program can do what the user can", []Guarantee{
		{What: "wall time", Holds: true, By: "the lab, by ending the command"},
		{What: "files, network, other processes, memory, CPU time as it passes", By: "nothing on this system", How: linux},
	}}
}

// lockFolder does nothing: this system has no locks that end with their process.
func lockFolder(string) (*os.File, error) { return nil, nil }

func ownedByUser(*os.File) bool { return false }
