// Package python writes the program of package ir as Python 3.7: one file that
// needs the standard library alone.
//
// Read python.go (the file from top to bottom), values.go (zero values, copies
// and literals), stmts.go, assign.go and loops.go, then exprs.go, numbers.go (how whole
// numbers of a fixed width are kept) and builtins.go. runtime.py.txt is what the
// written code calls.
//
// Structs become objects and arrays lists; pointers to either are references.
// What Go copies is copied here too, unless it was made on the spot. A slice is
// a list of its own: what Go writes through a part of a slice must not be read
// through the whole, except where a function is given the part or copy fills
// it; and of two names for one slice only one may be appended to, unless they
// are fields of structs that were copied.
package python
