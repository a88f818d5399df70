// Package artemis is the conversation with the Artemis server, on which programs
// play Konane against each other: the client's side and the server's, as state
// machines over lines. Nothing here opens a connection or reads a clock.
//
// Read message.go and notice.go (the lines of a server), lines.go and telnet.go
// (lines from chunks of bytes), then account.go, event.go, client.go with
// introduce.go, doubt.go and patience.go, pace.go, shown.go, news.go, play.go and run.go
// (playing on a server), and login.go, lobby.go and match.go with verdict.go (the server: who
// somebody is, who plays whom, one game). The protocol was reconstructed from a
// recorded game of 2019 and from public clients; both sides are lenient where
// these leave something open.
//
// The client keeps to the plain subset of Go from which the shipped program of
// Konane is translated, except for run.go.
package artemis
