package rubric

import "evolab/arena"

// Report is what a grading came to.
type Report struct {
	Rubric Rubric
	Stages []StageReport
}

// StageReport is what one stage came to.
type StageReport struct {
	Stage
	Rows []Row
	// Used and Allowed are seconds of CPU of the graded agent, for all games.
	Used, Allowed float64
}

// Row is what one opponent came to.
type Row struct {
	Opponent
	Result arena.Result // of the graded agent, by full pairs
	// Points are those of the games that were played; Predicted is what other
	// gradings would give. Without games, they mean nothing.
	Points    float64
	Predicted Distribution
}

// Played tells whether the row has games.
func (r Row) Played() bool { return r.Result.Total.Games() > 0 }

// Over tells that the graded agent used more CPU time than the stage allows. A
// grader then gives no points for it: "running out of time will lead to all
// points lost", says the assignment of Spring 2022 of the allowance for all
// games, where a move that takes too long only loses its game.
func (s *StageReport) Over() bool { return s.Used > s.Allowed }

// Report adds up the games that were played of Jobs.
func (g *Grading) Report(jobs []arena.Job, records []arena.Record) *Report {
	report := &Report{Rubric: g.Rubric}
	index := 0
	for _, stage := range g.Rubric.Stages {
		s := StageReport{Stage: stage, Allowed: float64(g.Scale) * stage.CPU.Seconds()}
		for _, o := range stage.Opponents {
			row := Row{Opponent: o}
			if !o.Missing() {
				index++
				row.Result = sum(jobs, records, index)
				s.Used += row.Result.CPU[0]
			}
			s.Rows = append(s.Rows, row)
		}
		s.value()
		report.Stages = append(report.Stages, s)
	}
	return report
}

// sum adds up the games against one opponent.
func sum(jobs []arena.Job, records []arena.Record, opponent int) arena.Result {
	var played []arena.Job
	var results []arena.Record
	for i, job := range jobs {
		if job.First == opponent || job.Second == opponent {
			played, results = append(played, job), append(results, records[i])
		}
	}
	return arena.Sum(played, results, 0)
}

// value turns the stage's wins into points.
func (s *StageReport) value() {
	for i := range s.Rows {
		row := &s.Rows[i]
		switch wins, games := row.Result.Total.Wins, row.Result.Total.Games(); {
		case games == 0:
		case s.Over():
			row.Predicted = Certain(0)
		default:
			row.Points = row.Scale.Points(wins, games)
			row.Predicted = row.Predict(row.Result.AsFirst, row.Result.AsSecond)
		}
	}
}

// Total is the points of all rows with games, the most that these rows give,
// and what other gradings would give for them.
func (r *Report) Total() (points, most float64, predicted Distribution) {
	predicted = Certain(0)
	for _, s := range r.Stages {
		for _, row := range s.Rows {
			if row.Played() {
				points += row.Points
				most += row.Scale.Max()
				predicted = predicted.Plus(row.Predicted)
			}
		}
	}
	return points, most, predicted
}

// CPU is the seconds that the graded agent used in stages with games, and
// those that these allow.
func (r *Report) CPU() (used, allowed float64) {
	for _, s := range r.Stages {
		if s.played() {
			used += s.Used
			allowed += s.Allowed
		}
	}
	return used, allowed
}

func (s *StageReport) played() bool {
	for _, row := range s.Rows {
		if row.Played() {
			return true
		}
	}
	return false
}
