package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"evolab/experiments/experiment"
	"evolab/internal/config"
)

// Summary is a run as shown in a list of runs.
type Summary struct {
	Run         string    `json:"run"` // its folder's name
	Game        string    `json:"game"`
	Status      string    `json:"status"`     // see record.State
	Generation  int       `json:"generation"` // the last that has ended; -1: none
	Best        *float64  `json:"best"`       // fitness that training claims of the last generation's best; null before one has ended
	Validated   *float64  `json:"validated"`  // fitness in the last validation; null before it
	Started     time.Time `json:"started"`
	Seconds     float64   `json:"seconds"` // of work
	Experiment  string    `json:"experiment"`
	Seed        uint64    `json:"seed"`
	Generations int       `json:"generations"` // planned
	Games       int       `json:"games"`       // of the training so far
	Tags        []string  `json:"tags"`
	Note        string    `json:"note,omitempty"`    // the last one
	Problem     string    `json:"problem,omitempty"` // what cannot be read in the folder, or why the run crashed

	settings []config.Value // of the config
	key      string         // hash of the config: equal for equal configs
}

// IsRun reports whether a folder holds a run: the config, or what is written only
// after it.
func IsRun(folder string) bool {
	return holding(folder, ConfigFile, MetricsFile, ChampionFile) > 0
}

// holding is how many of the files a folder holds.
func holding(folder string, names ...string) (found int) {
	for _, name := range names {
		if _, err := os.Stat(filepath.Join(folder, name)); err == nil {
			found++
		}
	}
	return found
}

// Summarize reads the ends of a run's files. Unreadable parts become the summary's
// Problem: one run does not spoil a list of many.
func Summarize(folder string) Summary {
	c, err := ReadEnds(folder)
	s := summaryOf(c)
	if err != nil && s.Problem == "" {
		s.Problem = err.Error()
	}
	return s
}

// summaryOf sums up the contents of a folder, or of its ends.
func summaryOf(c *Contents) Summary {
	s := Summary{
		Run: filepath.Base(c.Folder), Generation: -1, Status: c.State.Status, Problem: c.State.Failure, Started: Began(c.Folder), Tags: c.Labels.Tags,
	}
	if c.State.Last != nil {
		s.Seconds = c.State.Last.Seconds
	}
	if n := len(c.Timing); n > 0 { // the last event of runs at work and killed says too little
		s.Seconds = max(s.Seconds, c.Timing[n-1].Seconds)
	}
	if c.Config != nil {
		s.Game, s.Experiment, s.Seed, s.Generations = c.Config.Game, c.Config.Name, c.Config.Seed, c.Config.Generations
		s.settings = config.Values(c.Config)
		s.key = keyOf(s.settings)
	}
	if n := len(c.Labels.Notes); n > 0 {
		s.Note = c.Labels.Notes[n-1].Text
	}
	if n := len(c.Metrics); n > 0 {
		last := c.Metrics[n-1]
		s.Generation, s.Games, s.Best = last.Generation, last.Games, &last.Best
	}
	for _, m := range slices.Backward(c.Metrics) {
		if m.Validated != nil {
			s.Validated = &m.Validated.Value
			break
		}
	}
	return s
}

// Began is when a run was started: by its record, its folder's name, or the time of
// its config.
func Began(folder string) time.Time {
	if e, err := ReadEnvironment(folder); err == nil {
		return e.Started
	}
	if t, ok := NameTime(filepath.Base(folder)); ok {
		return t
	}
	info, err := os.Stat(filepath.Join(folder, ConfigFile))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime().Truncate(time.Second)
}

// NameTime is the second that a run's name begins with, if it does.
func NameTime(name string) (time.Time, bool) {
	const form = "2006-01-02-150405"
	t, err := time.ParseInLocation(form, name[:min(len(name), len(form))], time.Local)
	return t, err == nil
}

// keyOf is equal for configs with the same result.
func keyOf(settings []config.Value) string {
	h := sha256.New()
	for _, v := range settings {
		if experiment.Inert(v.Path) {
			continue
		}
		h.Write([]byte(v.Path + "=" + v.Text + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// missing reports whether an error is about a file that is not there.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }

// ReadEnds reads what a list of runs shows: state, config and labels, and the last
// lines of the metrics back to a validated one. The contents hold what can be
// read; the error is the first of the rest.
func ReadEnds(folder string) (*Contents, error) {
	c := &Contents{Folder: folder}
	state, problem := ReadState(folder)
	if c.State = state; problem != nil {
		c.State = State{Status: IsCrashed}
	}
	var err error
	c.Config, err = experiment.Load(filepath.Join(folder, ConfigFile), nil)
	problem = cmp.Or(problem, err, c.readLastLines())
	if c.Labels, err = ReadLabels(folder); err != nil {
		c.Labels = Labels{Tags: []string{}}
	}
	return c, cmp.Or(problem, err)
}

func (c *Contents) readLastLines() error {
	metrics := tail(filepath.Join(c.Folder, MetricsFile), func(m Metrics) (enough bool) {
		c.Metrics = append(c.Metrics, m)
		return m.Validated != nil
	})
	slices.Reverse(c.Metrics)
	timing := tail(filepath.Join(c.Folder, TimingFile), func(t Timing) (enough bool) {
		c.Timing = []Timing{t}
		return true
	})
	return cmp.Or(metrics, timing)
}
