package train

import (
	"errors"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"evolab/evolve"
)

// linesFiles are the files that get lines with each generation.
func linesFiles() []string {
	return []string{MetricsFile, TimingFile, IndividualsFile, HallFile, MatchesFile}
}

// recorder writes the lines of a run.
type recorder struct {
	files map[string]*lineFile
}

// openRecorder opens the files to append to, cut off at the given sizes.
func openRecorder(folder string, sizes map[string]int64) (*recorder, error) {
	r := &recorder{map[string]*lineFile{}}
	for _, name := range linesFiles() {
		f, err := openLines(filepath.Join(folder, name), sizes[name])
		if err != nil {
			return nil, errors.Join(err, r.close())
		}
		r.files[name] = f
	}
	return r, nil
}

func (r *recorder) close() error {
	var err error
	for _, f := range r.files {
		err = errors.Join(err, f.close())
	}
	return err
}

// sync waits until all lines are on the disk. The files wait together: most of
// a wait is the disk's own.
func (r *recorder) sync() error {
	var group errgroup.Group
	for _, f := range r.files {
		group.Go(f.sync)
	}
	return group.Wait()
}

func (r *recorder) sizes() map[string]int64 {
	sizes := map[string]int64{}
	for name, f := range r.files {
		sizes[name] = f.size
	}
	return sizes
}

func appendLines[T any](r *recorder, file string, values ...T) error {
	text, err := encodeLines(values...)
	if err != nil {
		return err
	}
	return r.files[file].append(text)
}

// keep records a generation: first its lines, then the checkpoint.
func (r *running) keep(g evolve.Generation, m Metrics, t Timing, matches []MatchLine) error {
	caution := r.config.Selection.LowerBound
	err := appendLines(r.record, MetricsFile, m)
	if err == nil {
		err = appendLines(r.record, TimingFile, t)
	}
	if err == nil {
		err = appendLines(r.record, IndividualsFile, individualLines(g, caution)...)
	}
	if err == nil {
		err = appendLines(r.record, HallFile, hallLine(g, caution))
	}
	if err == nil {
		err = appendLines(r.record, MatchesFile, matches...)
	}
	if err == nil {
		err = r.record.sync()
	}
	if err != nil {
		return err
	}
	return r.checkpoint(g)
}

func (r *running) checkpoint(g evolve.Generation) error {
	text, err := r.config.YAML()
	if err != nil {
		return err
	}
	c := Checkpoint{
		Schema: checkpointSchema, Config: string(text), Generation: g, Sizes: r.record.sizes(),
		Seconds: r.seconds(), Trained: r.trained.Seconds(),
	}
	if r.validatedAs != nil {
		c.Validated, c.ValidatedAs = &r.validated, r.validatedAs
	}
	return c.write(r.folder)
}
