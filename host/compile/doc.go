// Package compile finds a submitted program at a path (a source file or a
// folder that holds one) and makes it ready to run, as the courses' graders
// do: C++ and Java are compiled, Python source is checked for syntax. Nothing is
// written to the original folder: all work happens in a scratch copy, under
// the limits of package host.
//
// Read names.go (what a game's course accepts), language.go, program.go (how a
// program is found at a path), files.go (what is copied of it), tool.go (how a
// compiler is run), made.go (what is taken of its output), compile.go and
// interpreter.go (what each language needs), and ready.go (all of it, for programs
// that are to play).
package compile
