// Package arena plays games between agents: paired, repeatable, and on all
// cores.
//
// Read job.go (a game to be played), opening.go (random openings), schedule.go
// (the paired list of jobs), pool.go (what plays them), cores.go and room.go
// (this machine), referee.go (one game, move by move) with ending.go (who won it), record.go (its outcome), line.go (its form in
// files) and result.go (the sum of a match).
//
// No API: it may change in any release.
package arena
