// Package experiments turns a YAML file into a tuned champion in a folder of
// its own. The experiments themselves lie beside it: ga.yaml is the default
// and explains every key.
//
// Read config.go (what a file can say) with config_load.go, config_check.go and
// objective_check.go (how package config reads it, and what can be wrong), then
// run.go (the order of things), setup.go (names resolved), optimizer.go (the
// search method), scorer.go, archive.go, fitness.go and objective.go (the games
// that train, and what they are for), measure.go
// (the games that only measure), champion.go (who is chosen, and what is known
// of it), and folder.go with metrics.go (what is written). seeds.go keeps the
// games of different purposes apart.
package experiments
