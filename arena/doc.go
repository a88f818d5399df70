// Package arena plays games between agents: paired, repeatable, and on as many
// cores as there are.
//
// Read job.go (a game to be played), opening.go (random openings), schedule.go
// (the paired list of jobs), pool.go (workers that play them), referee.go (one
// game, move by move), record.go (what comes out of it), line.go (how
// files keep it) and result.go (what a match adds up to).
package arena
