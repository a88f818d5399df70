package run

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"evolab/arena/tournament"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/wording"
	"evolab/stats"
)

// Summary is a run as shown in a list of runs.
type Summary struct {
	Run         string    `json:"run"` // its folder's name
	Game        string    `json:"game"`
	Status      string    `json:"status"`     // see State
	Generation  int       `json:"generation"` // the last that has ended; -1: none
	Best        *float64  `json:"best"`       // fitness that training claims of the last generation's best; null before one has ended
	Validated   *float64  `json:"validated"`  // fitness in the last validation; null before it
	Started     time.Time `json:"started"`
	Seconds     float64   `json:"seconds"` // of work
	Experiment  string    `json:"experiment"`
	Seed        uint64    `json:"seed"`
	Generations int       `json:"generations"` // planned; 0: as many as a budget of CPU time pays for
	Games       int       `json:"games"`       // of the training so far
	Tags        []string  `json:"tags"`
	Note        string    `json:"note,omitempty"`    // the last one
	Problem     string    `json:"problem,omitempty"` // what cannot be read in the folder, or why the run crashed
	Name        string    `json:"name,omitempty"`    // that people have given it
	// Test is the champion's score against the config's opponents, null without a test.
	Test    *stats.Estimate `json:"test"`
	CPU     float64         `json:"cpu"`               // of the training so far, in seconds; 0: not known
	Setting string          `json:"setting,omitempty"` // the same for runs that differ only in seed and name
	Sweep   string          `json:"sweep,omitempty"`   // that the run is a cell of
	Cells   int             `json:"cells,omitempty"`   // of the sweep, when it began the run
	Key     string          `json:"-"`                 // see KeyOf

	settings map[string]string // the values of the config's keys, as YAML
}

// Progress is the last generation, "-" before the first one has ended, and, if it is known, that
// of the end: "3/60".
func (s *Summary) Progress() string {
	last := "-"
	if s.Generation >= 0 {
		last = strconv.Itoa(s.Generation)
	}
	if s.Generations == 0 {
		return last
	}
	return fmt.Sprintf("%s/%d", last, s.Generations)
}

// IsRun reports whether a folder holds a run: the config, or what is written only
// after it. A tournament's folder, which has a config too, is none.
func IsRun(folder string) bool {
	if countFiles(folder, EnvironmentFile, MetricsFile, ChampionFile) > 0 {
		return countFiles(folder, ConfigFile, MetricsFile, ChampionFile) > 0
	}
	return countFiles(folder, ConfigFile) > 0 && !tournament.IsFolder(folder)
}

// countFiles is how many of the files a folder holds.
func countFiles(folder string, names ...string) (found int) {
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
	if err := files.CheckFolder(folder); err != nil {
		return Summary{Run: filepath.Base(folder), Generation: -1, Problem: wording.Of(err)}
	}
	r, err := ReadEnds(folder)
	s := r.Summary()
	if err != nil && s.Problem == "" {
		s.Problem = wording.Of(err)
	}
	return s
}

// summaryRecord is summary.json: what a list shows of a run that has ended, so that its
// records need not be read for it. It is derived from them, and may be deleted.
type summaryRecord struct {
	State string `json:"state"` // of the records that it sums up
	Summary
	Key      string            `json:"key"`
	Settings map[string]string `json:"settings"`
}

// maxSummary bounds summary.json, in bytes.
const maxSummary = 1 << 20

// summaryOf reads the summary of a run whose records are in a state: from summary.json if
// that is about the same state, else from the records. It returns nil if the folder is no
// run.
func summaryOf(folder, state string) *Summary {
	var stored summaryRecord
	data, err := files.Read(filepath.Join(folder, SummaryFile), maxSummary)
	if err == nil && json.Unmarshal(data, &stored) == nil && stored.State == state && stored.Settings != nil {
		s := &stored.Summary
		s.Run, s.Key, s.settings = filepath.Base(folder), stored.Key, stored.Settings
		return s
	}
	if !IsRun(folder) {
		return nil
	}
	s := Summarize(folder)
	if s.Problem == "" && (s.Status == IsFinished || s.Status == IsInterrupted) {
		keepSummary(folder, summaryRecord{state, s, s.Key, s.settings})
	}
	return &s
}

// keepSummary writes summary.json; where it cannot be written, the records are read again. A
// link is left as it is: listing somebody's runs writes nothing elsewhere.
func keepSummary(folder string, record summaryRecord) {
	path := filepath.Join(folder, SummaryFile)
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() || err != nil && !isMissing(err) {
		return
	}
	if data, err := json.Marshal(record); err == nil {
		_ = files.Replace(path, append(data, '\n'))
	}
}

// UpdateSummary brings summary.json up to date with the records, unless the run is at work.
func UpdateSummary(folder string) { summaryOf(folder, recordsState(folder)) }

// recordsState changes with the files that a summary is made from, and with the keys of
// configs.
func recordsState(folder string) string {
	const schema = "1 " // of what a summary says of the same records
	state := []byte(schema + fields().version)
	for _, name := range []string{ConfigFile, EnvironmentFile, HistoryFile, MetricsFile, ChampionFile, LabelsFile} {
		state = append(state, ' ')
		if info, err := os.Stat(folder + string(filepath.Separator) + name); err == nil {
			state = strconv.AppendInt(state, info.Size(), 36)
			state = append(state, '-')
			state = strconv.AppendInt(state, info.ModTime().UnixNano(), 36)
		}
	}
	return string(state)
}

// Summary sums up a run, or the ends of one.
func (r *Run) Summary() Summary {
	s := Summary{
		Run: r.Name(), Status: r.State.Status, Problem: r.State.Failure, Started: r.Started(), Name: r.Labels.Name, Tags: r.Labels.Tags,
		Seconds: r.Seconds(), CPU: r.TrainingCPU(), Generation: r.Generation(),
	}
	if r.Config != nil {
		s.Game, s.Experiment, s.Seed, s.Generations = r.Config.Game, r.Config.Name, r.Config.Seed, r.Config.PlannedGenerations()
		s.settings = r.settingTexts()
		s.Key = keyOf(r.Settings())
		s.Setting = r.setting()
	}
	if r.Environment != nil {
		s.Sweep, s.Cells = r.Environment.Sweep, r.Environment.Cells
	}
	if r.Config != nil && r.Evidence != nil {
		s.Test = r.Evidence.MixEstimate(r.Config)
	}
	if n := len(r.Labels.Notes); n > 0 {
		s.Note = r.Labels.Notes[n-1].Text
	}
	if n := len(r.Metrics); n > 0 {
		last := r.Metrics[n-1]
		if s.Games = last.Games; r.Claims() {
			s.Best = &last.Best
		}
	}
	if e := r.Validation(); e != nil {
		s.Validated = &e.Value
	}
	return s
}

// Claims reports whether the fitness of training claims something.
func (r *Run) Claims() bool { return r.Config == nil || !r.Config.EachOther() }

// Began is when a run was started: by its record, the first event of its history, or the
// time of its config. Its folder's name is no record: it has the time of day of some place, and
// anybody may change it.
func Began(folder string) time.Time {
	if e, err := ReadEnvironment(folder); err == nil {
		return e.Started
	}
	return beganWithoutRecord(folder)
}

func beganWithoutRecord(folder string) time.Time {
	if events, err := ReadHistory(folder); err == nil && len(events) > 0 {
		return events[0].At
	}
	info, err := os.Stat(filepath.Join(folder, ConfigFile))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime().Truncate(time.Second)
}

// newerFirst compares runs by when they began, and by name where that is the same.
func newerFirst(began time.Time, name string, otherBegan time.Time, other string) int {
	return cmp.Or(otherBegan.Compare(began), cmp.Compare(other, name))
}

// KeyOf is equal for configs with the same result.
func KeyOf(c *experiment.Config) string { return keyOf(config.Values(c)) }

func keyOf(settings []config.Value) string {
	h := sha256.New()
	for _, v := range settings {
		h.Write([]byte(v.Path + "=" + v.Text + "\n"))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
