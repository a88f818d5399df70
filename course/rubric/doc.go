// Package rubric knows how courses turn games into points: which opponents an
// agent meets, how often, under which limits, and what a win rate is worth.
//
// Read rubric.go (what a rubric says), table.go (the rubrics), points.go (what
// a win rate is worth, and its smooth form), distribution.go with predict.go
// (which points are to be expected after some games), plan.go (the games of a
// grading), singles.go (its single moves) and report.go (what they come to).
package rubric
