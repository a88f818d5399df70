package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena"
	"evolab/arena/tournament"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/internal/quantity"
	"evolab/internal/wording"
)

// Finding is a problem of a record.
type Finding struct {
	Run     string `json:"run"`
	Problem string `json:"problem"`
	Repair  string `json:"repair"` // what to do about it
	// Harmless is what a kill has left of no record: nothing is lost.
	Harmless bool `json:"harmless,omitempty"`
}

// Checked is a record that was examined.
type Checked struct {
	Name     string
	Findings []Finding
	Finished bool   // all its files were compared with its sums
	Note     string // what could not be checked, and why; "" for nothing
	// Words are the games that nobody can play again, by the workers on whose word they rest.
	Words map[string]int
}

// Add adds what is known of the record by its sums and its games.
func (c *Checked) Add(r *arena.Examined) {
	c.Finished, c.Note, c.Words = r.Finished, r.Note, r.Words
	for _, change := range r.Changes {
		c.Findings = append(c.Findings, Finding{Run: c.Name, Problem: change.String(), Repair: fromCopy})
	}
}

// Examiner examines records. The games are those of the runs; nil: the lab's own.
type Examiner struct {
	Games agent.Table
}

// Runs examines the runs below root: each file of their records, whether the files
// agree, and what removals and kills have left behind.
func (x *Examiner) Runs(ctx context.Context, root string) ([]Checked, error) {
	return examine(ctx, root, func(name string, e os.DirEntry) (Checked, bool) {
		folder := filepath.Join(root, name)
		_, dated := withoutDate(name)
		switch {
		case strings.HasPrefix(name, RemovedPrefix):
			return leftover(name, "a removal was cut off"), true
		case IsRun(folder):
			return x.Run(folder), true
		case e.IsDir() && dated && isUnbegun(folder):
			return leftover(name, "the run was killed before its first game"), true
		case e.IsDir() && dated && countFiles(folder, EnvironmentFile, HistoryFile, MetricsFile, CheckpointFile) > 1:
			return x.Run(folder), true // it has lost its config
		}
		return Checked{}, false
	})
}

// leftover is what a kill has left, which is no record.
func leftover(name, what string) Checked {
	return Checked{Name: name, Findings: []Finding{{name, what, "remove the folder", true}}}
}

// isUnbegun reports whether a folder holds nothing but what is written before the config.
func isUnbegun(folder string) bool {
	entries, err := os.ReadDir(folder)
	return err == nil && !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		name := strings.TrimRight(e.Name(), "0123456789") // as of a temporary file
		known := []string{LockFile, EnvironmentFile, StartFile}
		return !e.Type().IsRegular() || !slices.Contains(known, name) && (name != ConfigFile || e.Name() == ConfigFile)
	})
}

// Tournaments examines the folders of tournaments below root.
func (x *Examiner) Tournaments(ctx context.Context, root string) ([]Checked, error) {
	return examine(ctx, root, func(name string, _ os.DirEntry) (Checked, bool) {
		folder := filepath.Join(root, name)
		if !IsTournament(folder) {
			return Checked{}, false
		}
		return x.Tournament(folder), true
	})
}

func examine(ctx context.Context, root string, look func(name string, e os.DirEntry) (Checked, bool)) ([]Checked, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !isMissing(err) {
		return nil, err
	}
	var list []Checked
	for _, e := range entries {
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
		if c, any := look(e.Name(), e); any {
			list = append(list, c)
		}
	}
	return list, nil
}

// IsTournament reports whether a folder holds a tournament, or what is left of one.
func IsTournament(folder string) bool {
	named := tournament.IsFolder(folder) || countFiles(folder, files.SumsFile) > 0
	return named && countFiles(folder, tournament.JournalFile, tournament.GamesFile) > 0 && countFiles(folder, EnvironmentFile, HistoryFile) == 0
}

// Tournament examines a tournament.
func (x *Examiner) Tournament(folder string) Checked {
	c := newChecker(x, folder)
	c.changes(tournament.Sums(folder), tournament.JournalFile, tournament.GamesFile)
	if !c.Finished && countFiles(folder, tournament.GamesFile) > 0 {
		c.unsummed("evolve tournament --resume writes it")
	}
	return c.Checked
}

// Run examines a run.
func (x *Examiner) Run(folder string) Checked {
	c := newChecker(x, folder)
	config, err := ReadConfig(x.Games, folder)
	const repair = "restore config.yaml from environment.json, where the recorded one stands"
	if isMissing(err) {
		c.add("config.yaml is missing", repair)
	} else {
		c.note(err, repair)
	}
	readable := err == nil
	state, err := ReadState(folder)
	c.note(err, "")
	if state.Status == IsCrashed {
		c.add("crashed: "+state.Failure, "evolve resume "+c.Name)
	}
	c.changes(Sums(folder), TestGamesPath)
	if !c.Finished && state.Status == IsFinished {
		c.unsummed("evolve resume " + c.Name + " writes it")
	}
	c.lines()
	if readable {
		c.champion(config, state)
	}
	return c.Checked
}

func newChecker(x *Examiner, folder string) *checker {
	return &checker{examiner: x, Checked: Checked{Name: filepath.Base(folder)}, folder: folder}
}

type checker struct {
	Checked
	examiner *Examiner
	folder   string
}

func (c *checker) add(problem, repair string) {
	c.Findings = append(c.Findings, Finding{Run: c.Name, Problem: problem, Repair: repair})
}

// note adds an error; a missing file is none.
func (c *checker) note(err error, repair string) {
	var bad *config.Error
	switch {
	case err == nil || isMissing(err):
	case errors.As(err, &bad):
		for _, p := range bad.Problems {
			p.Excerpt = "" // a finding is one line
			c.add(p.String(), repair)
		}
	default:
		c.add(wording.Of(err), repair)
	}
}

const fromCopy = "restore the folder from a copy"

// changes compares all files with their sums, and replays games.
func (c *checker) changes(sums files.Sums, journals ...string) {
	r, err := arena.Examine(c.folder, sums, c.examiner.Games, journals)
	c.note(err, fromCopy)
	if err == nil {
		c.Add(r)
	}
}

// unsummed adds that a record has come to its end and has no sums: a kill may have come
// before them.
func (c *checker) unsummed(repair string) {
	c.Findings = append(c.Findings, Finding{c.Name, files.SumsFile + " is missing", repair, true})
}

// lines checks the files of lines against the checkpoint.
func (c *checker) lines() {
	check, err := ReadCheckpoint(c.folder)
	c.note(err, fromCopy)
	metrics, err := ReadLines[Metrics](filepath.Join(c.folder, MetricsFile))
	c.note(err, fromCopy)
	for i, m := range metrics {
		if m.Generation != i {
			c.add(fmt.Sprintf("%s:%d has generation %d", MetricsFile, i+1, m.Generation), fromCopy)
			break
		}
	}
	for _, name := range []string{HistoryFile, TimingFile, IndividualsFile, HallFile, MatchesFile} {
		path := filepath.Join(c.folder, name)
		data, err := files.Read(path, maxLines)
		if err == nil {
			err = checkLines(path, data)
		}
		c.note(err, fromCopy)
	}
	if check == nil {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(check.Sizes)) {
		if info, err := os.Stat(filepath.Join(c.folder, name)); err != nil || info.Size() < check.Sizes[name] {
			c.add(fmt.Sprintf("%s is shorter than the checkpoint says: lines are lost", name), fromCopy)
		}
	}
	if n := len(metrics); n <= check.Generation.Index {
		c.add(fmt.Sprintf("%s of metrics after generation %d", quantity.Of(n, "line"), check.Generation.Index), fromCopy)
	}
}

// champion checks the champion against the run's state and its start.
func (c *checker) champion(config *experiment.Config, state State) {
	w, evidence, err := ReadChampion(c.folder)
	switch {
	case isMissing(err) && state.Status == IsFinished:
		c.add("the run has finished and has no champion", fromCopy)
	case isMissing(err):
	case err != nil:
		c.note(err, fromCopy)
	case w.Game != config.Game:
		c.add(fmt.Sprintf("the champion plays %s, the config %s", w.Game, config.Game), fromCopy)
	case state.Status == IsFinished && len(evidence.Test) == 0:
		c.add("the run has finished and its champion was not tested", "evolve resume "+c.Name)
	}
	start, err := ReadStart(c.folder)
	c.note(err, "")
	if genes, err := experiment.Genes(config); err == nil && len(start.Values) > 0 && len(start.Values)*len(start.Phases()) > len(genes) {
		c.add("the start weights are not those of the config's features", fromCopy)
	}
}

// Sums returns the sums that a run has at its end. What people write on a run, and what is
// drawn, reported or summed up of it, may change at any time.
func Sums(folder string) files.Sums {
	return files.SumsOf(folder, LabelsFile, PlotsFolder, ReportFile, SummaryFile)
}

// ForgetFinished removes what a run has recorded, although it has finished, so that it can be
// resumed.
func ForgetFinished(folder string, cause error) error {
	for _, step := range []func() error{func() error { return Event{What: Failed, Error: cause.Error()}.Append(folder) }, Sums(folder).Remove, func() error { return Forget(folder) }} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
