// Package train turns an experiment's YAML file into a tuned champion in a
// folder of its own. The experiments are in the folder above: ga.yaml is the
// default and explains every key.
//
// Read config.go (what a file can say) with config_load.go, config_check.go and
// objective_check.go (how package config reads it, and what can be wrong), then
// run.go (the order of things), setup.go (names resolved), optimizer.go (the
// search method), objective.go (what a run maximises: objective_mix.go,
// objective_rubric.go and objective_accuracy.go), train.go with scorer.go,
// archive.go, fitness.go and accuracy.go (the games and the positions that train),
// measure.go (the games that only measure), finish.go with champion.go (who is
// chosen, and what is known of it). seeds.go keeps the games of different purposes
// apart.
//
// What is written: folder.go names the files; environment.go, start.go and
// history.go are what a run began with and what happened to it, metrics.go and
// record.go the lines of each generation, recorder.go and lines.go how they get
// to the disk, checkpoint.go with resume.go how a run goes on, state.go how it
// is doing, labels.go what people write on it. contents.go reads it back, with
// contents_config.go, contents_champion.go and salvage.go; loss.go is what is
// damaged. Package notebook looks at many runs.
// sweep_config.go is what sweeps need.
package train
