// Package class grades a folder of submissions under a rubric. Submissions
// are untrusted, names included: a submission affects only its own row, and
// no name ever becomes part of an agent's spec.
//
// Read find.go with status.go and sum.go (what is in the folder), class.go
// (the overall grading), prepare.go (copying, compiling, examining), games.go
// with journal.go (the games, saved as they end), marks.go (points), told.go
// (losses as a teacher would explain them), table.go and page.go (the files),
// standing.go (the games so far, for others).
package class
