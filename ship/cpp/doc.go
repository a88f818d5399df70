// Package cpp writes the program of package ir as C++11: one file that needs
// the standard library alone.
//
// Read cpp.go (the file from top to bottom), types.go, then stmts.go, loops.go,
// exprs.go, literals.go and builtins.go. runtime.cpp.txt is what the written code
// calls.
package cpp
