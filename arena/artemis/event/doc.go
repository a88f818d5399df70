// Package event is the course's Konane event without its sockets: a round
// robin, after which the top two play two more games to complete a best of
// three.
//
// Read plan.go (the games and their rounds), event.go (pending games and
// results), ranking.go (the order), journal.go (saved games) and table.go
// (the totals).
package event
