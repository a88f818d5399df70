// Package load reads and type-checks the Go sources of what is shipped, from
// any file system and without a Go toolchain.
//
// Read load.go, sources.go (where a package comes from), then directives.go
// (constants with another value in what is shipped). Packages of the standard
// library are replaced by the few declarations in _std: a function without a body
// there is an operation of package ir, one with a body is translated like any
// other code. What _std does not declare cannot be shipped: using it is a type
// error, which counts only if the shipped program reaches it.
package load
