// Package rubric grades agents as courses do: it plays the games of a rubric and
// turns them into points.
//
// Read rubric.go (what a rubric says), table.go (the rubrics, from the table of
// package course), distribution.go with predict.go (which points are to be
// expected after some games), plan.go (the games of a grading), singles.go (its
// single moves) and report.go (what they come to).
package rubric
