// Package artemis is the Artemis server over sockets: users log in, are paired
// when they name each other, and play one game of Konane on their clocks. The
// protocol is in evolab/protocol/artemis; this package adds connections, time
// and limits.
//
// Read server.go (settings), door.go (who is let in), guest.go (from the login to
// the game), desk.go (who plays whom), referee.go (one game), seat.go and
// outbox.go (one connection), record.go (what is recorded), and running.go (the
// course's event, which package event plans).
package artemis
