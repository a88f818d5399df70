// Package cage confines a program on Linux: namespaces, user, visible files,
// system call filter and CPU time accounting. Package host finds out which of
// these a machine allows, and plays plies in a box.
//
// Read box_linux.go (a box) and ply_linux.go (a ply in it) first, then
// view_linux.go and mounts_linux.go (its files), steps_linux.go (what a process
// does on its way to the program), fork_linux.go and script_linux.go (how),
// identity_linux.go (its user), forbidden_linux.go, filter_linux.go and
// landlock_linux.go (what it may not do), and groups_linux.go and perf_linux.go
// (CPU time).
package cage
