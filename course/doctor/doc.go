// Package doctor examines a program that somebody wants to hand in: what a
// course's grader would reject, what is risky, and what is fine. It looks at the
// files, builds the program as the graders do, plays odd plies and whole games
// with it by files, and watches what it does besides.
//
// Read table.go (the list of checks), course.go, littlego.go, checkers.go and
// halma.go (how a game's programs are asked; what its course accepts is in package
// course, and another game adds such a file and a line to courses), exam.go (one
// program, from its path to the verdict) and report.go; then a file for each group
// of checks: files.go, python.go (with lint.py), build.go, plies.go, games.go with
// match.go, and habits.go. How many games there are, and how long, is decided in plan.go and
// ration.go; identify.go finds out the game.
// What is common to plies and games is in turn.go, and how a program is run and
// watched in trace.go.
//
// Programs run under the limits of package host, in scratch copies; nothing is
// written where they come from.
package doctor
