package run

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"evolab/arena"
	"evolab/evolve"
	"evolab/internal/files"
	"evolab/internal/seal"
)

// Checkpoint is checkpoint.json: all that a run needs to continue after a
// generation. It is replaced as a whole, once the lines of its generation are on
// the disk.
type Checkpoint struct {
	Schema     int               `json:"schema"`
	Config     string            `json:"config"` // the resolved config that made the generation, as YAML
	Generation evolve.Generation `json:"generation"`
	// Sizes are the bytes of each file of lines that belong to the checkpoint; the
	// rest is from a generation that did not end.
	Sizes map[string]int64 `json:"sizes"`
	// Validated is what the last validation found, and ValidatedAs for whom.
	Validated   *Mix          `json:"validated,omitempty"`
	ValidatedAs evolve.Genome `json:"validated_as,omitempty"`
	Seconds     float64       `json:"seconds"` // of work since the start
	Trained     float64       `json:"trained"` // of them in the games that train, in seconds
	// CPU is the CPU time of the training so far, and StartCPU that of generation 0, both
	// in seconds; earlier versions did not keep them.
	CPU      float64 `json:"cpu,omitempty"`
	StartCPU float64 `json:"start_cpu,omitempty"`
}

// Write replaces checkpoint.json, which counts what the recorder has written.
func (c *Checkpoint) Write(w *seal.Writer, r *Recorder) error {
	c.Sizes = r.Sizes()
	c.Schema = Schema
	data, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("run: checkpoint: %w", err)
	}
	return w.Replace(CheckpointFile, append(data, '\n'), r.unsealed()...)
}

// ReadCheckpoint returns nil when no generation has ended yet.
func ReadCheckpoint(folder string) (*Checkpoint, error) {
	path := filepath.Join(folder, CheckpointFile)
	var c Checkpoint
	if err := readJSON(path, maxCheckpoint, &c); isMissing(err) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if c.Schema < 1 || c.Schema > Schema {
		return nil, fmt.Errorf("run: %s: schema %d (expected: 1..%d; a newer evolab writes newer ones)", path, c.Schema, Schema)
	}
	return &c, nil
}

// LinesFiles are the files that grow with each generation.
func LinesFiles() []string {
	return []string{MetricsFile, TimingFile, IndividualsFile, HallFile, MatchesFile}
}

// Recorder writes the lines of a run.
type Recorder struct {
	files map[string]*lineFile
}

// OpenRecorder opens the files for append, truncated to the given sizes.
func OpenRecorder(w *seal.Writer, sizes map[string]int64) (*Recorder, error) {
	r := &Recorder{map[string]*lineFile{}}
	for _, name := range LinesFiles() {
		f, err := openLines(w, name, sizes[name])
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

// unsealed are the lines since the last call.
func (r *Recorder) unsealed() []seal.Entry {
	var list []seal.Entry
	for _, name := range LinesFiles() {
		list = append(list, r.files[name].unsealed()...)
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

// AppendMatches writes the matches after the last generation, at which the files had
// the given sizes.
func AppendMatches(w *seal.Writer, sizes map[string]int64, list []MatchLine) (err error) {
	f, err := openLines(w, MatchesFile, sizes[MatchesFile])
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.close()) }()
	lines, err := encodeLines(list...)
	if err == nil {
		err = f.append(lines)
	}
	if err == nil {
		err = f.sync()
	}
	if err == nil {
		err = w.Write(f.unsealed()...)
	}
	return err
}

// WriteTestGames writes some games of the champion.
func WriteTestGames(w *seal.Writer, lines []arena.Line) error {
	for i := range lines {
		lines[i].Game, lines[i].Pair = i, i/2
		lines[i].CPU = [2]float64{} // the only figures that differ when they are played again
	}
	text, err := encodeLines(lines...)
	if err != nil {
		return err
	}
	into := filepath.Join(w.Folder, GamesFolder)
	if err := os.MkdirAll(into, 0o755); err != nil {
		return fmt.Errorf("run: %w", err)
	}
	return w.Replace(TestGamesPath, text)
}

// RemoveTest removes the games and figures of an earlier champion of a run that has
// grown.
func RemoveTest(w *seal.Writer) error {
	var names []string
	for _, below := range []string{GamesFolder, PlotsFolder} {
		entries, err := os.ReadDir(filepath.Join(w.Folder, below))
		if err != nil && !isMissing(err) {
			return fmt.Errorf("run: %w", err)
		}
		for _, e := range entries {
			names = append(names, below+"/"+e.Name())
		}
	}
	if err := w.Remove(names...); err != nil {
		return err
	}
	return errors.Join(files.Remove(filepath.Join(w.Folder, GamesFolder)), files.Remove(filepath.Join(w.Folder, PlotsFolder)))
}

// Forget removes what a run has recorded since it began. Resume plays it again.
func Forget(w *seal.Writer) error {
	return errors.Join(w.Remove(append(LinesFiles(), CheckpointFile, ChampionFile)...), RemoveTest(w))
}
