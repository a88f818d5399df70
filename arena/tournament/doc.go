// Package tournament plays many agents against each other: a round robin, one
// against all others, or a knock-out. Any two of them play pairs of games from
// shared openings with sides swapped. Every game is written at once, so that an
// interrupted tournament continues where it stopped and ends in the same table.
//
// Read config.go (what a file can say) with check.go, format.go (the table of
// formats) with roundrobin.go, gauntlet.go, knockout.go and competition.go (who
// meets whom, round by round), then play.go (the order of things), jobs.go (a
// round's games), record.go (what is written, and read again), book.go (what
// has been played), table.go (what it adds up to) and champion.go (who won).
package tournament
