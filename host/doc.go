// Package host runs a submitted program by files, as the courses' hosts do:
// for each ply it writes input.txt into a scratch copy of the program's
// folder, runs the program's command there, and returns the contents of
// output.txt. What the files say is up to the game's protocol, which this
// package does not know.
//
// Read program.go (what is run, where, and with what grants), session.go (one
// ply), ending.go (how it ended), folder.go (its files), limits.go and
// resources.go (what it may use), failure.go (why there is no answer, and
// whose fault that is) and level.go (how firmly programs are confined).
//
// # Who holds what on Linux
//
// Every program is treated as hostile. Three processes are involved in
// running it:
//
//   - The supervisor, this very program started again (client_linux.go starts it
//     and speaks to it, warden_linux.go is what it does). It is outside of the
//     program's namespaces, cannot be traced and has no environment. It alone
//     holds the connection to the lab, writes input.txt, reads output.txt, counts
//     and kills. It serves one box after the other (box_linux.go).
//   - The first process of the ply's PID namespace, a fork of the supervisor. It
//     has no file open and no privilege, and only waits: when the command ends, so
//     does it, and the kernel ends all that is left. Whoever broke it would end
//     his own ply.
//   - The command, in package cage: another user than the supervisor as root or
//     with a range of users of one's own, else the same one in a user namespace of
//     its own; PID, mount, network, IPC, UTS and cgroup namespaces; no
//     capabilities, none to be gained; a filter of system calls; files 0 to 2; a
//     clean environment.
//
// It sees its folder and one for temporary files, on a tmpfs of limited size, and
// read-only what runs it (visible_linux.go, interpreter_linux.go): system folders,
// the prefixes of the interpreters that the user's PATH finds, and what was
// granted.
//
// CPU time is counted by control groups (version 2, 1 or both), else by a perf
// event that all processes of a ply inherit, else by looks at /proc
// (meter_linux.go, tree_linux.go). queue_linux.go tells how long the program
// waited for a core, which does not count as its time.
//
// Levels: full is all of that with control groups and another user; isolated is
// all of that but for one of these; limits is what is left where no namespace can
// be had: resource limits, the filter, and landlock in place of the mounts; none
// is systems without even those. docs/security.md says what does not hold. direct.go
// serves the systems other than Linux.
//
// No API: it may change in any release.
package host
