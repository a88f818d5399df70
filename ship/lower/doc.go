// Package lower turns type-checked Go into the program of package ir, starting
// at one function and following what it reaches: what is not reached is not
// looked at. It is also the checker of the plain subset: a construct outside it
// is an error with file and line.
//
// Read lower.go (what has been reached), types.go, names.go, funcs.go, then
// stmts.go, assign.go, loops.go and switches.go for statements, and exprs.go,
// idents.go, operators.go, calls.go, builtins.go, literals.go and consts.go for expressions.
//
// The subset: whole numbers, truth values, texts and errors; structs, arrays,
// slices, pointers to structs and arrays, and functions without surroundings of
// their own as values; generic functions and types, of which every instance is
// a copy; loops, if and switch. Signed numbers must not overflow: Go wraps them,
// the other languages do not. Unsigned ones wrap everywhere.
package lower
