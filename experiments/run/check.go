package run

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evolab/agent"
	"evolab/arena/tournament"
	"evolab/experiments/experiment"
	"evolab/internal/sums"
)

// Finding is a problem of a run.
type Finding struct {
	Run     string `json:"run"`
	Problem string `json:"problem"`
	Repair  string `json:"repair"` // what to do about it
}

// Check examines the runs below root: each file of their records, whether the files
// agree, and what removals and kills have left behind. The games are those of the
// runs; nil: the lab's own.
func Check(ctx context.Context, games agent.Table, root string) ([]Finding, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !isMissing(err) {
		return nil, fmt.Errorf("run: %w", err)
	}
	var list []Finding
	for _, e := range entries {
		folder := filepath.Join(root, e.Name())
		_, dated := NameTime(e.Name())
		switch {
		case ctx.Err() != nil:
			return list, ctx.Err()
		case strings.HasPrefix(e.Name(), RemovedPrefix):
			list = append(list, Finding{e.Name(), "a removal was cut off", "remove the folder"})
		case IsRun(folder):
			list = append(list, CheckRun(games, folder)...)
		case e.IsDir() && dated:
			list = append(list, Finding{e.Name(), "the run was killed before it had a config", "remove the folder"})
		}
	}
	return list, nil
}

// CheckTournaments examines the folders of tournaments below root.
func CheckTournaments(ctx context.Context, root string) ([]Finding, error) {
	entries, err := os.ReadDir(root)
	if err != nil && !isMissing(err) {
		return nil, fmt.Errorf("run: %w", err)
	}
	var list []Finding
	for _, e := range entries {
		if folder := filepath.Join(root, e.Name()); IsTournament(folder) {
			list = append(list, CheckFolder(folder)...)
		}
		if ctx.Err() != nil {
			return list, ctx.Err()
		}
	}
	return list, nil
}

// IsTournament reports whether a folder holds a tournament and its checksums.
func IsTournament(folder string) bool {
	return countFiles(folder, tournament.JournalFile, sums.File) == 2
}

// CheckFolder compares the files of a folder with their checksums.
func CheckFolder(folder string) []Finding {
	c := checker{run: filepath.Base(folder), folder: folder}
	c.changes()
	return c.list
}

// CheckRun examines a run of one of these games.
func CheckRun(games agent.Table, folder string) []Finding {
	c := checker{run: filepath.Base(folder), folder: folder}
	config, err := ReadConfig(games, folder)
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
		c.add("crashed: "+state.Failure, "evolve resume "+c.run)
	}
	c.changes()
	c.lines()
	if readable {
		c.champion(config, state)
	}
	return c.list
}

type checker struct {
	run, folder string
	list        []Finding
}

func (c *checker) add(problem, repair string) {
	c.list = append(c.list, Finding{c.run, problem, repair})
}

// note adds an error; a missing file is none.
func (c *checker) note(err error, repair string) {
	if err != nil && !isMissing(err) {
		c.add(err.Error(), repair)
	}
}

const fromCopy = "restore the folder from a copy"

// changes compares all files with their checksums. Runs of earlier versions have
// none.
func (c *checker) changes() {
	list, err := sums.Check(c.folder, nil)
	c.note(err, fromCopy)
	for _, change := range list {
		c.add(change.String(), fromCopy)
	}
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
	noteLines[IndividualLine](c, IndividualsFile)
	noteLines[HallLine](c, HallFile)
	noteLines[MatchLine](c, MatchesFile)
	if check == nil {
		return
	}
	for name, size := range check.Sizes {
		if info, err := os.Stat(filepath.Join(c.folder, name)); err != nil || info.Size() < size {
			c.add(fmt.Sprintf("%s is shorter than the checkpoint says: lines are lost", name), fromCopy)
		}
	}
	if n := len(metrics); n <= check.Generation.Index {
		c.add(fmt.Sprintf("%d lines of metrics after generation %d", n, check.Generation.Index), fromCopy)
	}
}

func noteLines[T any](c *checker, file string) {
	_, err := ReadLines[T](filepath.Join(c.folder, file))
	c.note(err, fromCopy)
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
		c.add("the run has finished and its champion was not tested", "evolve resume "+c.run)
	}
	start, err := ReadStart(c.folder)
	c.note(err, "")
	if genes, err := experiment.Genes(config); err == nil && len(start.Values) > 0 && len(start.Values)*len(start.Phases()) > len(genes) {
		c.add("the start weights are not those of the config's features", fromCopy)
	}
}

// Decisive fails if a file has changed that decides how the rest of the run comes
// out. The error is a *sums.Changed.
func Decisive(folder string) error {
	return sums.Require(folder, func(name string) bool {
		return slices.Contains([]string{CheckpointFile, StartFile, EnvironmentFile, MetricsFile}, name) || strings.HasPrefix(name, RoundsFolder+"/")
	})
}
