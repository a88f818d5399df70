// Package tournament plays many agents against each other: a round robin, one
// against all others, or a knock-out. Opponents play pairs of games from
// shared openings with sides swapped. Each game is saved as soon as it ends,
// so an interrupted tournament continues where it stopped and ends with the
// same table.
//
// Read config.go (what a file can say) with check.go, format.go (the table of
// formats) with roundrobin.go, gauntlet.go, knockout.go and competition.go (who
// meets whom, round by round), then play.go with prepare.go (the order of
// things), jobs.go (a round's games), record.go (the journal), folder.go (the
// files), book.go (the results), table.go (the sums) and champion.go (who won), and
// read.go (a table from the journal alone).
package tournament
