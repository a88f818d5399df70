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
func (c *Checkpoint) Write(folder string, r *Recorder) error {
	c.Sizes = r.Sizes()
	c.Schema = Schema
	data, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("checkpoint: %w", err)
	}
	return files.Replace(filepath.Join(folder, CheckpointFile), append(data, '\n'))
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
		return nil, fmt.Errorf("%s: schema %d (expected: 1..%d; a newer evolab writes newer ones)", path, c.Schema, Schema)
	}
	return &c, nil
}

// CheckLines fails if a line that the run continues from is no record of its file. What
// comes after the checkpoint is cut off.
func (c *Checkpoint) CheckLines(folder string) error {
	for _, name := range LinesFiles() {
		path := filepath.Join(folder, name)
		data, err := files.Read(path, maxLines)
		if err != nil && !isMissing(err) {
			return err
		}
		if err := checkLines(path, data[:min(c.Sizes[name], int64(len(data)))]); err != nil {
			return err
		}
	}
	return nil
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
func OpenRecorder(folder string, sizes map[string]int64) (*Recorder, error) {
	r := &Recorder{map[string]*lineFile{}}
	for _, name := range LinesFiles() {
		f, err := openLines(filepath.Join(folder, name), sizes[name])
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
func AppendMatches(folder string, sizes map[string]int64, list []MatchLine) (err error) {
	f, err := openLines(filepath.Join(folder, MatchesFile), sizes[MatchesFile])
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
	return err
}

// WriteTestGames writes some games of the champion.
func WriteTestGames(folder string, lines []arena.Line) error {
	for i := range lines {
		lines[i].Game, lines[i].Pair = i, i/2
		lines[i].CPU = [2]float64{} // the only figures that differ when they are played again
	}
	text, err := encodeLines(lines...)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(folder, GamesFolder), 0o755); err != nil {
		return err
	}
	return files.Replace(filepath.Join(folder, filepath.FromSlash(TestGamesPath)), text)
}

// RemoveTest removes the games and figures of an earlier champion of a run that has
// grown.
func RemoveTest(folder string) error {
	return errors.Join(os.RemoveAll(filepath.Join(folder, GamesFolder)), os.RemoveAll(filepath.Join(folder, PlotsFolder)))
}

// Forget removes what a run has recorded since it began. Resume plays it again.
func Forget(folder string) error {
	err := RemoveTest(folder)
	for _, name := range append(LinesFiles(), CheckpointFile, ChampionFile) {
		err = errors.Join(err, files.Remove(filepath.Join(folder, name)))
	}
	return err
}
