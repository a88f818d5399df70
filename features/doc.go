// Package features holds the parts of an evaluation: named board features,
// the weights that an optimiser gives them, and the linear evaluation that
// the search calls.
//
// Read set.go (features and how a game lists them), weights.go and blend.go
// (weights by name, their file format), connective.go (conditions as features),
// linear.go (the evaluation in whole numbers that the lab, the tuner and the
// shipped agent share), quantise.go (how weights become one), explain.go (which
// takes it apart), phases.go (where its phases begin), hints.go (what else a search
// may know about a game), and tactics.go (what the baselines look at). For tables
// of patterns read tables.go (their weights), cells.go (what a board looks like to
// them), patterns.go (the look-up), place_numbers.go and pattern_parts.go (how it is
// prepared), inputs.go (what a learner sees of a position),
// explain_places.go and heaviest.go (what people see of them).
// Each game's own features are in a package below this one, so that one game can
// be shipped alone.
//
// API: it keeps its form within a major version, as far as a game needs it: Feature,
// Set, Vector, Weights, Hints, Length and Tactics. Fields may be added; the rest may
// change in any release.
package features
