// Package evolab holds the Go sources of everything that is shipped, so that
// `evolve ship` needs no checkout. What a shipped program does not reach is
// there too and costs some room only.
package evolab

import "embed"

// Sources holds the folders of the games' rules, features, search, protocols
// and players, tests included.
//
//go:embed game/*.go game/*/*.go features/*.go features/*/*.go search/*.go search/*/*.go protocol/*/*.go ship/player/*.go ship/player/*/*.go ship/player/*/*/*.go
var Sources embed.FS
