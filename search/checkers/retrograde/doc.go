// Package retrograde makes the endings of Checkers from their ends (Thompson, "Retrograde
// analysis of certain endgames", 1986), class by class: captures and crownings lead to
// classes that are finished, so that only the quiet moves within a class and the one with
// the sides changed are left, and those are taken back.
//
// What is made depends on nothing but the rules, for any number of workers: a worker has
// a pair of classes to itself. Check compares every value with those after all moves, by
// the rules of package game/checkers alone, which together prove them.
package retrograde
