package class

import (
	"encoding/csv"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"evolab/arena"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/stats"
)

// Standing is the state of a class according to its games, also while it is being
// graded.
type Standing struct {
	Rubric    rubric.Rubric
	Rehearsal int // games per opponent, if they are fewer than the rubric's
	Rows      []StandingRow
	Games     int
	Ended     bool // the gradebook is written, and nobody is incomplete
}

// StandingRow is a submission that has played. Points are for its games so far.
type StandingRow struct {
	Name    string
	Games   int
	Points  float64
	Another stats.Estimate // points of another grading
	Rows    []rubric.Row   // by opponent, in the order of the rubric
}

// IsResults reports whether a folder holds the results of a class.
func IsResults(has func(name string) bool) bool { return has(settingsFile) && has(JournalFile) }

// Read sums up the games that a results folder holds. A line that has not been
// written to its end is left for later.
func Read(folder string) (*Standing, error) {
	grading, err := gradingOf(folder)
	if err != nil {
		return nil, fmt.Errorf("results in %q: %w", folder, err)
	}
	lines, err := arena.ReadJournal(filepath.Join(folder, JournalFile))
	if err != nil {
		return nil, fmt.Errorf("results in %q: %w", folder, err)
	}
	s := &Standing{Rubric: grading.Rubric, Rehearsal: grading.Games}
	s.Ended = isComplete(filepath.Join(folder, GradebookFile))
	before, err := readOutdated(folder)
	if err != nil {
		return nil, fmt.Errorf("results in %q: %w", folder, err)
	}
	s.add(grading, lines, before)
	return s, nil
}

// isComplete reports whether a gradebook is there, without anybody who is incomplete.
func isComplete(gradebook string) bool {
	f, err := files.Open(gradebook)
	if err != nil {
		return false
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return false
	}
	status := slices.Index(rows[0], "status")
	return status >= 0 && !slices.ContainsFunc(rows[1:], func(row []string) bool { return row[status] == string(Partly) })
}

func readSettings(folder string) (s settings, err error) {
	const maxBytes = 1 << 20
	data, err := files.Read(filepath.Join(folder, settingsFile), maxBytes)
	if err == nil {
		err = files.DecodeJSON(data, &s)
	}
	return s, err
}

// gradingOf is the grading whose games a folder holds.
func gradingOf(folder string) (*rubric.Grading, error) {
	s, err := readSettings(folder)
	if err != nil {
		return nil, err
	}
	r, err := findRubric(folder, &s)
	if err != nil {
		return nil, err
	}
	move, err := time.ParseDuration(s.Move)
	if err != nil {
		return nil, err
	}
	whole, err := time.ParseDuration(s.Game)
	if err != nil {
		return nil, err
	}
	if r, err = r.Lower(move, whole); err != nil {
		return nil, err
	}
	return &rubric.Grading{Rubric: r, Variant: s.Variant, Seed: s.Seed, Scale: 1, Games: s.Games}, nil
}

// findRubric returns the rubric of a results folder, which keeps a course's own file.
func findRubric(folder string, s *settings) (rubric.Rubric, error) {
	if s.Course == "" {
		return rubric.Find(s.Rubric)
	}
	text, err := files.Read(filepath.Join(folder, courseFile), config.MaxBytes)
	if err != nil {
		return rubric.Rubric{}, err
	}
	y, err := course.Parse(courseFile, text)
	if err != nil {
		return rubric.Rubric{}, err
	}
	if y.Hash != s.Course {
		return rubric.Rubric{}, fmt.Errorf("%s is not the file that the class was graded by", courseFile)
	}
	return rubric.Of(y, s.Rubric)
}

// add enters the games but those that count no more. The last line of a game counts, as
// void ones are played again.
func (s *Standing) add(g *rubric.Grading, games []arena.Line, before outdated) {
	seats := map[string]int{}
	for i, o := range g.Opponents() {
		seats[o.Name] = i + 1
	}
	kept := map[string]map[int]arena.Line{}
	for i, l := range games {
		who := l.First
		if strings.Contains(l.Second, keyMark) {
			who = l.Second
		}
		if !strings.Contains(who, keyMark) {
			continue
		}
		if i < before[who] {
			continue
		}
		if kept[who] == nil {
			kept[who] = map[int]arena.Line{}
		}
		kept[who][l.Game] = l
	}
	for who, lines := range kept {
		row := standing(g, who, lines, seats)
		s.Games += row.Games
		s.Rows = append(s.Rows, row)
	}
	slices.SortFunc(s.Rows, func(a, b StandingRow) int { return strings.Compare(a.Name, b.Name) })
}

func standing(g *rubric.Grading, who string, lines map[int]arena.Line, seats map[string]int) StandingRow {
	var jobs []arena.Job
	var records []arena.Record
	for _, l := range lines {
		jobs = append(jobs, arena.Job{ID: l.Game, Pair: l.Pair, First: seats[l.First], Second: seats[l.Second]})
	}
	slices.SortFunc(jobs, func(a, b arena.Job) int { return a.ID - b.ID })
	for _, job := range jobs {
		l := lines[job.ID]
		records = append(records, l.Record())
	}
	report := g.Report(jobs, records)
	row := StandingRow{Name: who[:strings.LastIndex(who, keyMark)], Games: len(jobs)}
	row.Points, _, row.Another = report.Total()
	for _, stage := range report.Stages {
		row.Rows = append(row.Rows, stage.Rows...)
	}
	return row
}
