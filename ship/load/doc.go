// Package load reads and type-checks the Go sources of what is shipped, from
// any file system and without a Go toolchain.
//
// Read load.go. Packages of the standard library are replaced by the few
// declarations in _std: functions without a body there are the target
// language's own, those with one are translated like everything else. What is
// not declared there cannot be shipped; a use of it becomes an error of its
// line, which matters only if the shipped program gets there.
package load
