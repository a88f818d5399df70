// Package cpp writes the program of package ir as C++11: one file that needs
// nothing but the standard library.
//
// Read cpp.go (the file from top to bottom), declare.go and types.go (types),
// then stmts.go, loops.go, exprs.go, operators.go, literals.go and builtins.go.
// runtime.cpp.txt is the runtime that the generated code calls; programs on a
// network also get network.cpp.txt. ../testdata has examples.
package cpp
