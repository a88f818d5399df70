// Package lower turns type-checked Go into the program of package ir. It starts
// at one function and follows what that reaches; code that is not reached is
// ignored. It also checks the plain subset: a construct outside it is an error
// with file and line.
//
// The subset: numbers, booleans, strings and errors; structs, arrays, slices,
// pointers to structs and arrays, and functions that are no closures as values;
// generic functions and types, each instance of which becomes a copy; loops, if
// and switch. Signed integers must not overflow: Go wraps them, the other
// languages do not. Unsigned integers wrap everywhere.
package lower
