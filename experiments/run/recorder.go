package run

import (
	"errors"

	"golang.org/x/sync/errgroup"

	"evolab/evolve"
	"evolab/internal/sums"
)

// LinesFiles are the files that grow with each generation.
func LinesFiles() []string {
	return []string{MetricsFile, TimingFile, IndividualsFile, HallFile, MatchesFile}
}

// Recorder writes the lines of a run.
type Recorder struct {
	files map[string]*lineFile
}

// OpenRecorder opens the files for append, truncated to the given sizes.
func OpenRecorder(folder string, sizes map[string]int64) (*Recorder, error) {
	r := &Recorder{map[string]*lineFile{}}
	for _, name := range LinesFiles() {
		f, err := openLines(folder, name, sizes[name])
		if err != nil {
			return nil, errors.Join(err, r.Close())
		}
		r.files[name] = f
	}
	return r, nil
}

// Close closes the files; what they hold is on the disk since the last generation.
func (r *Recorder) Close() error {
	var err error
	for _, f := range r.files {
		err = errors.Join(err, f.close())
	}
	return err
}

// Sizes are the bytes of each file.
func (r *Recorder) Sizes() map[string]int64 {
	sizes := map[string]int64{}
	for name, f := range r.files {
		sizes[name] = f.size
	}
	return sizes
}

// notes are the checksums of the lines since the last call.
func (r *Recorder) notes() []sums.Note {
	var list []sums.Note
	for _, name := range LinesFiles() {
		list = append(list, r.files[name].notes()...)
	}
	return list
}

func appendLines[T any](r *Recorder, file string, values ...T) error {
	text, err := encodeLines(values...)
	if err != nil {
		return err
	}
	return r.files[file].append(text)
}

// Generation writes the lines of a generation, ranked with a caution. They are on the
// disk when it returns.
func (r *Recorder) Generation(g evolve.Generation, caution float64, m Metrics, t Timing, matches []MatchLine) error {
	err := appendLines(r, MetricsFile, m)
	if err == nil {
		err = appendLines(r, TimingFile, t)
	}
	if err == nil {
		err = appendLines(r, IndividualsFile, individualLines(g, caution)...)
	}
	if err == nil {
		err = appendLines(r, HallFile, hallLine(g, caution))
	}
	if err == nil {
		err = appendLines(r, MatchesFile, matches...)
	}
	if err != nil {
		return err
	}
	var all errgroup.Group // syncs the files at once
	for _, f := range r.files {
		all.Go(f.sync)
	}
	return all.Wait()
}
