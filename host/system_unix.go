//go:build unix && !linux

package host

// Confined returns how programs are confined on this system.
func Confined() Confinement {
	const linux = "run it on Linux, a virtual machine included"
	return Confinement{Limited, "a process group and a limit of CPU time: a program can do what the user can", []Row{
		{What: "CPU time of each process", Holds: true, By: "rlimit"},
		{What: "the end of the program's process group", Holds: true, By: "signal"},
		{What: "files, network, other processes, memory", By: "nothing on this system", How: linux},
		{What: "waits for a core do not count as the program's time", By: "this system does not report them: a program that exceeds its wall time has a void game", How: linux},
	}}
}
