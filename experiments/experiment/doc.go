// Package experiment reads and checks an experiment's YAML file. The
// experiments are in the folder above: ga.yaml is the default and explains
// every key.
//
// It is a separate package because both train, which plays the games, and
// record, which interprets a run's folder, need a Config; neither depends on
// the other.
//
// Read config.go (the keys) with optimizer.go, look.go, suites.go and sweep.go,
// load.go with check.go, check_names.go, check_objective.go and objective.go (how
// package config reads it, and what has to fit together), then layout.go (from
// weights to a genome and back), start.go (the first weights), shares.go (who
// meets whom) and seeds.go, which keeps the games of different purposes apart.
package experiment
