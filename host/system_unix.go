//go:build unix && !linux

package host

import (
	"os"
	"runtime"
	"syscall"
)

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

// Confined returns how programs are confined on this system.
func Confined() Confinement {
	const linux = "run it on Linux, a virtual machine included"
	return Confinement{Limited, "a process group and a limit of CPU time: a program can do what the user can", []Guarantee{
		{What: "CPU time of each process", Holds: true, By: "rlimit"},
		{What: "the end of the program's process group", Holds: true, By: "signal"},
		{What: "files, network, other processes, memory", By: "nothing on this system", How: linux},
		{What: "waits for a core do not count as the program's time", By: "this system does not report them: a program that exceeds its wall time has a void game", How: linux},
	}}
}
