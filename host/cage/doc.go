// Package cage confines a program on Linux: namespaces, user, visible files,
// system call filter and CPU time accounting. Package host finds out which of
// these a machine allows, and plays plies in a box.
//
// # The road of a ply
//
//	box_linux.go       Open              makes the box: NewGroups (cgroup_linux.go), filterNeeds.filter (filter_linux.go)
//	view_linux.go      View.enter        gives the box's thread its namespaces and the files that the program sees
//	landlock_linux.go  Rules.ruleset     limits what namespaces do not
//	box_linux.go       Box.Start         begins a ply on that thread
//	script_linux.go    Box.writeScripts  lists the system calls that the new processes make before the program
//	fork_linux.go      plan.fork         forks; the child makes those calls, of which the last is execve
//	clock_linux.go     Box.CPU           counts the CPU time, by control groups or a perf event
//	box_linux.go       Box.Status        returns how the command ended
//
// A forked child has no Go runtime: it can make system calls, and nothing else. So
// everything that a process does on its way to the program is a script, prepared before
// the fork.
package cage
