// Package prefetch asks the processor for memory that will soon be read: a table larger than
// the caches answers late, and a search can do something else meanwhile. Go has no such
// instruction outside its runtime, so that this does nothing here; a program translated into C++
// has it, and takes a tenth less time for long searches of Checkers.
package prefetch

// Element asks for an element of a list.
func Element[T any](list []T, at int) {}
