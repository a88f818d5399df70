// Package host runs somebody's program by files, as the courses' hosts do: for
// each ply it writes input.txt into a scratch copy of the program's folder,
// runs the program's command there, and hands back what output.txt holds. What
// the files say is the game's protocol, which the package knows nothing of.
//
// Read program.go (what is run, and where), scratch.go (its folder),
// session.go (one ply), limits.go and resources.go (what it may take) and
// failure.go (why there is no answer, and whose fault that is). On Linux a warden runs the plies: a process of its
// own for each session, this very program started again. client_linux.go starts
// it and speaks to it, warden_linux.go is what it does, launcher_linux.go how
// it starts commands, cage_linux.go how it is locked in, tree_linux.go and
// meter_linux.go how processes are counted, queue_linux.go how long they waited for a core. direct.go serves all other systems.
//
// # What holds
//
// Everywhere: the limits of wall time; nobody loses by them for want of a core; at the end of a ply the command is gone;
// output.txt is only read if it is a regular file, and no link in the scratch
// folder leads the host out of it.
//
// Linux, for root and wherever users may make namespaces: all of the following,
// for programs that mean harm. The warden is the first process of a PID
// namespace: at the end of a ply everything the program has started is killed
// at once, however it tried to escape, and none of it sees or signals a process
// outside. All CPU time counts, that of escaped children too; time in which the
// program was ready to run but had no core does not count towards the limit of
// wall time. All mounts are
// read-only but the scratch folder, a folder for temporary files (TMPDIR) and a
// /dev/shm of its own; /dev has no disks; no privilege is left to undo that.
// Memory, processes, files and the size of a file are limited (Resources). If
// the lab itself is killed, the warden ends the program and removes the folder.
// Not prevented: reading what the user can read, and using the network. Not
// counted: children that live for a few milliseconds of a process that ignores
// their end, and the waits of processes that end between two looks.
//
// Linux otherwise: the warden is the subreaper of all orphans, so escaped
// children are counted and killed too, one group of processes after the other.
// But the program can write wherever the user can, signal the user's other
// processes, its warden included (which counts as its crash), and a storm of
// forks is only ended as fast as looks at /proc allow.
//
// Other systems: nobody knows how long a program waited for a core, so that
// the end of the wall time is a Failure by Void.
//
// Other Unix: CPU time of the processes that the command waited for, and of
// each process; the process group is killed. Elsewhere: the command alone. On
// these systems run only programs that mean well.
package host
