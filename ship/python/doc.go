// Package python writes the program of package ir as Python 3.7: one file that
// needs nothing but the standard library.
//
// Structs become objects, arrays become lists, and pointers to either become
// references. Values that Go copies are copied unless they were just made. A
// slice of a list is a new list: what Go writes through the slice must not be
// read through the whole, unless the slice is an argument or the target of copy.
// Of two names for one slice only one may be appended to, unless they are fields
// of structs that were copied.
package python
