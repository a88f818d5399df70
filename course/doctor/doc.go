// Package doctor examines a program before it is handed in: what a course's grader
// would reject, what is risky, and what is fine. It inspects the files, builds the
// program as the graders do, plays unusual plies and whole games with it by files,
// and watches its other behaviour.
//
// Read table.go (the list of checks), course.go, littlego.go, checkers.go and
// halma.go (how a game's programs are asked; package course has what its course
// accepts, and another game adds such a file and a line to courses), exam.go (one
// program, from its path to the verdict) and report.go; then the groups of checks:
// files.go, python.go (with lint.py), build.go, plies.go, games.go with match.go,
// and habits.go. plan.go and ration.go decide how many games are played, and how
// long; identify.go finds the game; turn.go plays a ply, and trace.go runs and
// watches the program.
//
// Programs run under the limits of package host, in scratch copies; nothing is
// written to their own folders.
package doctor
