// Package web is the lab in a browser: it shows runs live, compares them,
// replays and plays games, and starts experiments.
//
// It reads through packages notebook and record and writes only through package
// train, with its locks. Where possible, pages work without scripts; the
// scripts in assets add live updates.
//
// Read server.go (what there is at which address), guard.go (who is let in) and
// place.go (which files may be read), answer.go and pages.go (how answers are made);
// then a file for each page: runs.go with index.go, run.go with worth.go, events.go,
// stream.go, tail.go and states.go (the live part), compare.go with growth.go, games.go
// with gamespage.go, replay.go and judge.go, play.go with table.go, save.go,
// opponents.go and think.go, tournaments.go with grading.go, new.go with load.go (which configs),
// start.go and jobs.go (experiments at work).
package web
