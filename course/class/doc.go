// Package class grades a folder of submissions under a rubric. Submissions are
// strangers' programs with strangers' names: what a submission is affects nothing but
// its own row, and no name ever becomes the text of an agent.
//
// Read find.go with status.go and sum.go (what lies in the folder), class.go (the whole of it),
// prepare.go (copies, compilers, examinations), games.go with journal.go (the games,
// which are kept at once), marks.go (points), told.go (losses as a teacher tells
// them), table.go and page.go (the files), standing.go (the
// games so far, for others).
//
// No API: it may change in any release.
package class
