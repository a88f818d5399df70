// Package cpp writes the program of package ir as C++11: one file that needs
// the standard library alone.
//
// Read cpp.go (the file from top to bottom), declare.go (its types), types.go,
// then stmts.go, loops.go, exprs.go, literals.go and builtins.go. runtime.cpp.txt
// is what the written code calls, and network.cpp.txt what it calls if it plays
// over a network.
package cpp
