// Package agent hides the types of games: packages below it work with one
// game's positions; packages above it see only names, moves and weights.
//
// Read game.go (what the rest of the lab sees of a game), spec.go (how agents
// are written), kinds.go (the table of agents), games.go (the table of games)
// and bind.go (how one game's typed parts are hidden); then one file for each
// agent. The weights that programs embed are in frozen.
//
// API: it keeps its form within a major version, as far as a game needs it: Game, Bind,
// Parts, Layout, Speeds, RulePace, Own and End. Fields may be added; the rest, and
// fields of Parts with types of packages that are no API, may change in any release.
package agent
