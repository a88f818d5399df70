// Package stats turns game results into rates and ratings with 95 %
// intervals. It is pure; each formula names its source.
//
// Read estimate.go (a value with its interval), interval.go (where the intervals
// come from), wdl.go (independent games), pentanomial.go (pairs of games, which
// is what matches are made of), result.go (both, by side, as every match is added
// up), elo.go (ratings) and mean.go (means of other
// quantities from 0 to 1); sample.go (normalised Elo) and sprt.go (when a match has
// decided) see games and pairs alike; ratings.go rates whole pools of players.
package stats
