// Package artemis is the conversation of the Artemis server, on which programs
// play Konane against each other: the client's side and the server's, as state
// machines over lines. Nothing here opens a connection or reads a clock.
//
// Read message.go and notice.go (the lines that a server sends), lines.go and
// telnet.go (lines out of chunks of bytes), then account.go, client.go with
// introduce.go, doubt.go and patience.go, pace.go, shown.go, news.go and run.go
// (playing on a server), and login.go, lobby.go and match.go (the server: who somebody is,
// who plays whom, one game). The protocol was recovered from a recorded game of 2019 and from
// public clients; where they leave something open, both sides take what comes.
//
// The client keeps to the plain subset of Go that the shipped program of Konane
// is translated from, but for run.go.
package artemis
