// Package sweep runs an experiment with many settings and seeds, and sums up the
// results.
//
// A cell is a combination of settings with one seed; each is an ordinary run.
// A sweep stores no state: a cell is done when there is a finished run with
// exactly its config. So an interrupted sweep continues where it stopped, and
// an extended one runs only the new cells.
//
// Read cells.go (which runs), run.go (running them), then rows.go (the summary over
// seeds).
package sweep
