// Package ir is the intermediate representation between Go and the languages
// that programs are shipped in: generic code is instantiated, all names are
// chosen, every expression has a concrete type, and only the plain subset of Go
// is left.
//
// Read type.go, then expr.go with op.go, stmt.go and program.go. range.go and
// bounds.go bound integers, which spares Python most of its masks; pure.go finds
// side effects, and walk.go visits a tree.
package ir
