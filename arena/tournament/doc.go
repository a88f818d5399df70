// Package tournament plays many agents against each other: every one against
// every one, one against the others, or until one is left. Each two of them
// play pairs of games from shared openings with sides swapped; what is played
// is written at once, so that a tournament goes on where it was cut off, and
// ends in the same table.
//
// Read config.go (what a file can say) with check.go, format.go (the table of
// formats) with roundrobin.go, gauntlet.go, knockout.go, competition.go and
// final.go (who meets whom, round by round), then play.go (the order of things),
// jobs.go (a round's games), record.go (what is written, and read again),
// book.go (what has been played) and table.go (what it adds up to).
package tournament
