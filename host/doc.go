// Package host runs a submitted program by files, as the courses' hosts do:
// for each ply it writes input.txt into a scratch copy of the program's
// folder, runs the program's command there, and returns the contents of
// output.txt. What the files mean is up to the game's protocol, which this
// package does not know. A program that keeps running is asked by its standard files
// or a port instead (dialogue.go).
//
// # The road of a ply
//
//	session.go           Session.Ask       hands the ply to the runner of this system
//	client_linux.go      boxRunner.play    sends it to a supervisor (elsewhere direct.go runs it)
//	supervisor_linux.go  supervise         serves the request
//	box_linux.go         box.play          writes input.txt (folder.go), starts the command in
//	                                       package cage, and watches it
//	meter_linux.go       meter.sample      measures what its processes use
//	box_linux.go         box.setOutcome    reads output.txt, once no process is left
//	session.go           ending.answer     judges: an Answer, or a Failure (failure.go) and whose
//	                                       fault it is
//
// Before that, Open (session.go) has newRunner (confinement_linux.go) find the strongest
// method of confinement that works here, and has a supervisor make the box
// (box_linux.go: newBox).
//
// # Processes on Linux
//
// Every program is treated as hostile. Three processes are involved in
// running it:
//
//   - The supervisor, this very program started again (client_linux.go starts it
//     and talks to it, supervisor_linux.go is what it does). It stays outside of the
//     program's namespaces, cannot be traced and has no environment. It alone
//     holds the connection to the lab, writes input.txt, reads output.txt, measures
//     and kills. It serves one box after the other (box_linux.go).
//   - The first process of the ply's PID namespace, a fork of the supervisor. It
//     has no file open and no privilege, and only waits: when the command ends, so
//     does this process, and the kernel kills all that is left. A program that
//     broke it would only end its own ply.
//   - The command, confined by package cage. It runs as another user than the
//     supervisor if the lab is root or has subordinate users, else as the same user
//     in its own user namespace. It has its own PID, mount, network, IPC, UTS and
//     cgroup namespaces, no capabilities and no way to gain any, a system call
//     filter, only the files 0 to 2, and a clean environment.
//
// The command sees its folder and one for temporary files, on a tmpfs of limited
// size. Read-only, it sees what it needs to run (visible_linux.go):
// system folders, the prefixes of the interpreters on the user's PATH, and what was
// granted.
//
// CPU time is counted by control groups (version 2, 1 or both), else by a perf
// event that all processes of a ply inherit, else by sampling /proc
// (meter_linux.go). How long the program waited for a core is measured, too: that does
// not count as its time.
//
// Levels: full is all of that, with control groups and another user; isolated
// lacks at least one of these two; limits is what remains without namespaces:
// resource limits, the filter, and landlock instead of mounts; none is for systems
// without even those. docs/explanation/security.md says what each level does not prevent.
// direct.go is for systems other than Linux.
package host
