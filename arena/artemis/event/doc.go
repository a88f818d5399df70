// Package event is the course's Konane event without its sockets: everybody
// meets everybody once, then the first two play two more games, which make a best
// of three with their earlier one.
//
// Read plan.go (the games and their rounds), event.go (what is due, and what is
// known), ranking.go (the order), journal.go (what is written and read again) and
// table.go (the sums).
//
// No API: it may change in any release.
package event
