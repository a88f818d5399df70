// Package rubric grades agents as courses do: it lists the games of a rubric and
// turns their results into points.
//
// Read rubric.go (the types), table.go (the rubrics, from the table of package
// course), distribution.go with predict.go (which points to expect after some
// games), plan.go (the games of a grading), singles.go (its single moves) and
// report.go (the result).
package rubric
