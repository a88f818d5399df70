// Package record is the format of a run's folder: it writes what a run does and
// reads it back, whole or damaged. It plays no games: train works with it, and
// whoever only looks at runs needs no more than this.
//
// folder.go names the files. environment.go, start.go and history.go are what a
// run began with and what happened to it; metrics.go, generation.go and
// versus.go the lines of each generation; recorder.go and lines.go how they get
// to the disk; checkpoint.go what a run resumes from; champion.go, points.go and
// tested.go what it ends with; labels.go what people write on it; state.go how
// it is doing.
//
// contents.go reads all of it, with contents_config.go, contents_champion.go and
// salvage.go, and ends.go with tail.go the little that a list of runs shows; loss.go is what is damaged. figures.go, figures_data.go and
// figures_progress.go draw it.
package record
