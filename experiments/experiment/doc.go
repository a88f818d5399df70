// Package experiment reads an experiment's YAML file: what it can say, and what
// can be wrong with it. The experiments are in the folder above: ga.yaml is the
// default and explains every key.
//
// It is a package of its own because both the training and the record of a run
// need a Config: train plays its games, and record interprets a run's folder with
// it. Neither has to know the other.
//
// Read config.go (the keys) with optimizer.go, look.go, suites.go and sweep.go,
// load.go with check.go, check_names.go, check_objective.go and objective.go (how
// package config reads it, and what has to fit together), then layout.go (from
// weights to a genome and back), start.go (the first weights), shares.go (who
// meets whom) and seeds.go, which keeps the games of different purposes apart.
//
// No API: it may change in any release.
package experiment
