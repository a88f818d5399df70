// Package arena plays games between agents: paired, repeatable, and on all
// cores.
//
// Read job.go (a game to play), opening.go (random openings), schedule.go
// (the paired list of jobs), pool.go (who plays them), cores.go and room.go
// (this machine), referee.go (one game, move by move) with ending.go (who won
// it), record.go (its outcome), line.go (its file format) and result.go (the
// totals of a match).
package arena
