// Package python writes the program of package ir as Python 3.7: one file that
// needs nothing but the standard library.
//
// Read python.go (the file from top to bottom), classes.go, values.go (zero
// values, copies and literals), stmts.go, assign.go, loops.go, counting.go and
// windows.go (slices that are written to), then exprs.go, operators.go,
// numbers.go (integers of a fixed width) and builtins.go. runtime.py.txt is the
// runtime that the generated code calls; runtime.go selects what a program needs
// of it. ../testdata has examples.
//
// Structs become objects, arrays become lists, and pointers to either become
// references. Values that Go copies are copied unless they were just made. A
// slice of a list is a new list: what Go writes through the slice must not be
// read through the whole, unless the slice is an argument or the target of copy.
// Of two names for one slice only one may be appended to, unless they are fields
// of structs that were copied.
package python
