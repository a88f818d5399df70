// Package host runs somebody's program by files, as the courses' hosts do: for
// each ply it writes input.txt into a scratch copy of the program's folder,
// runs the program's command there, and hands back what output.txt holds. What
// the files say is the game's protocol, which the package knows nothing of.
//
// Read program.go (what is run, and where), session.go (one ply), process.go
// (limits and the end of processes) and failure.go (why a program lost).
//
// What holds: the CPU time of the processes that the command waited for is
// counted, and each single process is stopped a second after the limit at the
// latest; at the end of a ply and at the wall limit, everything in the
// command's process group is killed. What does not hold: a process that leaves
// the group survives and is not counted, and memory, files and the number of
// processes have no limits. Run only programs that mean well. On systems other
// than Unix only the command itself is killed, and each ply needs an `sh`.
package host
