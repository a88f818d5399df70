// Package cage is what holds a program on Linux: the namespaces, the user, the
// view of files, the filter of system calls and the counting of CPU time. Package
// host decides what of it a machine allows, and plays plies in it.
//
// Read box_linux.go (a box and a ply in it) first, then view_linux.go (its files),
// identity_linux.go (its user), steps_linux.go (what a process does on its way to
// the program), script_linux.go and fork_linux.go (how it does that without the Go
// runtime), filter_linux.go, landlock_linux.go, and for accounting
// cgroup_linux.go and perf_linux.go.
package cage
