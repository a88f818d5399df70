// Package ir is the program between Go and the languages it is shipped in: all
// generic code replaced by its one instance, all names chosen, every expression
// with its concrete type, and nothing of Go that the subset leaves out.
//
// Read type.go, then expr.go, stmt.go and program.go. range.go finds bounds of
// whole numbers, which spare the languages without fixed widths most of their
// masks.
package ir
