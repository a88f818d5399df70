//go:build !unix

package host

// Confined returns how programs are confined on this system.
func Confined() Confinement {
	const linux = "run it on Linux, a virtual machine included"
	return Confinement{None, "a limit of wall time: a program can do what the user can", []Row{
		{What: "wall time", Holds: true, By: "the lab, by ending the command"},
		{What: "files, network, other processes, memory, CPU time as it passes", By: "nothing on this system", How: linux},
	}}
}
