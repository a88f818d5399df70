// Package record defines the format of a run's folder: it writes what a run
// does and reads it back, intact or damaged. It plays no games: package train
// uses it, as do all packages that only show runs.
//
// folder.go names the files. environment.go, start.go and history.go are the start
// of a run and the events since; metrics.go, generation.go and versus.go the lines
// of each generation; recorder.go and lines.go write them; checkpoint.go is what a
// run resumes from; champion.go, points.go and tested.go its results; labels.go
// what people write on it; state.go its state.
//
// contents.go reads all of it, with contents_config.go, contents_champion.go and
// salvage.go, and ends.go with tail.go the little that a list of runs shows;
// loss.go is what is damaged, and sums.go what
// has changed since it was written. figures.go, figures_data.go and figures_progress.go
// draw it.
package record
