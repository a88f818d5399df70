package notebook

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"evolab/experiments/experiment"
	"evolab/experiments/record"
	"evolab/internal/config"
)

// Summary is a run as look-ups show it.
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
	Generations int       `json:"generations"` // that it is to have
	Games       int       `json:"games"`       // of the training so far
	Tags        []string  `json:"tags"`
	Note        string    `json:"note,omitempty"`    // the last one
	Problem     string    `json:"problem,omitempty"` // what cannot be read in the folder, or why the run crashed

	settings []config.Value // of the config
	key      string         // hash of the config: equal for equal configs
}

// IsRun reports whether a folder holds a run: the config, or what is only written
// once there is one.
func IsRun(folder string) bool {
	return holding(folder, record.ConfigFile, record.MetricsFile, record.ChampionFile) > 0
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

// Summarize reads a run's folder. What cannot be read there becomes its
// Problem: a look-up over many runs does not fail because of one.
func Summarize(folder string) Summary {
	s := Summary{Run: filepath.Base(folder), Generation: -1, Status: record.IsCrashed, Tags: []string{}}
	s.note(s.readState(folder))
	s.note(s.readConfig(folder))
	s.note(s.readMetrics(folder))
	s.note(s.readTiming(folder))
	s.note(s.readLabels(folder))
	return s
}

// note keeps the first problem.
func (s *Summary) note(err error) {
	if err != nil && s.Problem == "" {
		s.Problem = err.Error()
	}
}

func (s *Summary) readState(folder string) error {
	state, err := record.ReadState(folder)
	if err != nil {
		return err
	}
	s.setState(state)
	s.Started = Began(folder)
	return nil
}

func (s *Summary) setState(state record.State) {
	s.Status, s.Problem = state.Status, state.Failure
	if state.Last != nil {
		s.Seconds = state.Last.Seconds
	}
}

// summaryOf sums up a folder that has been read: what Summarize does with the
// ends of files alone.
func summaryOf(c *record.Contents) Summary {
	s := Summary{Run: filepath.Base(c.Folder), Generation: -1, Status: record.IsCrashed, Started: Began(c.Folder)}
	s.setState(c.State)
	s.setConfig(c.Config)
	s.setLabels(c.Labels)
	for _, m := range slices.Backward(c.Metrics) {
		if s.setMetrics(m) {
			break
		}
	}
	if n := len(c.Timing); n > 0 {
		s.Seconds = max(s.Seconds, c.Timing[n-1].Seconds)
	}
	return s
}

// Began is when a run was started. Without a record it is told by the folder's
// name, or by the config, which is written then.
func Began(folder string) time.Time {
	if e, err := record.ReadEnvironment(folder); err == nil {
		return e.Started
	}
	if t, ok := NameTime(filepath.Base(folder)); ok {
		return t
	}
	info, err := os.Stat(filepath.Join(folder, record.ConfigFile))
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

func (s *Summary) readConfig(folder string) error {
	c, err := experiment.Load(filepath.Join(folder, record.ConfigFile), nil)
	if err != nil {
		return err
	}
	s.setConfig(c)
	return nil
}

func (s *Summary) setConfig(c *experiment.Config) {
	s.Game, s.Experiment, s.Seed, s.Generations = c.Game, c.Name, c.Seed, c.Generations
	s.settings = config.Values(c)
	s.key = keyOf(s.settings)
}

// keyOf is equal for configs that say the same.
func keyOf(settings []config.Value) string {
	h := sha256.New()
	for _, v := range settings {
		h.Write([]byte(v.Path + "=" + v.Text + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

func (s *Summary) readMetrics(folder string) error {
	return tail(filepath.Join(folder, record.MetricsFile), s.setMetrics)
}

// setMetrics takes the generations, the last first, until it has enough.
func (s *Summary) setMetrics(m record.Metrics) (enough bool) {
	if s.Generation < 0 {
		s.Generation, s.Games, s.Best = m.Generation, m.Games, &m.Best
	}
	if m.Validated != nil {
		s.Validated = &m.Validated.Value
	}
	return s.Validated != nil
}

// readTiming is for runs whose last event does not tell how long they worked:
// those at work, killed, and of earlier versions.
func (s *Summary) readTiming(folder string) error {
	return tail(filepath.Join(folder, record.TimingFile), func(t record.Timing) (enough bool) {
		s.Seconds = max(s.Seconds, t.Seconds)
		return true
	})
}

func (s *Summary) readLabels(folder string) error {
	l, err := record.ReadLabels(folder)
	if err != nil {
		return err
	}
	s.setLabels(l)
	return nil
}

func (s *Summary) setLabels(l record.Labels) {
	s.Tags = l.Tags
	if n := len(l.Notes); n > 0 {
		s.Note = l.Notes[n-1].Text
	}
}

// missing reports whether an error is about a file that is not there.
func missing(err error) bool { return errors.Is(err, fs.ErrNotExist) }
