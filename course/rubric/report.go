package rubric

import (
	"math"
	"slices"
	"strconv"

	"evolab/arena"
	"evolab/course"
	"evolab/game"
	"evolab/stats"
)

// Report is the result of a grading.
type Report struct {
	Rubric Rubric
	Stages []StageReport
}

// StageReport is the result of a stage.
type StageReport struct {
	course.Stage
	Rows []Row
	// Used and Allowed are seconds of CPU of the graded agent, for all games.
	Used, Allowed float64
}

// Row is the result against one opponent.
type Row struct {
	course.Opponent
	// Result is the graded agent's: of complete pairs, and without void games.
	Result arena.Result
	// Points are for the games that were played; Predicted is for another grading.
	// Both mean nothing without games.
	Points    float64
	Predicted stats.Distribution
	// OnTime counts the drawn games that the time left decided.
	OnTime stats.WDL
	// Longest is the graded agent's largest CPU time of a game, in seconds.
	Longest float64
}

// Played reports whether the row has games.
func (r Row) Played() bool { return r.Result.Total().Games() > 0 }

// Over reports whether the graded agent used more CPU time than the stage allows for
// all games. A grader then gives no points for the stage: "running out of time will
// lead to all points lost", says the assignment of Spring 2022. A move or a game
// that exceeds its own limit only loses the game.
func (s *StageReport) Over() bool { return s.CPU > 0 && s.Used > s.Allowed }

// Report sums up the games of Jobs that were played.
func (g *Grading) Report(jobs []arena.Job, records []arena.Record) *Report {
	report := &Report{Rubric: g.Rubric}
	index := 0
	for _, stage := range g.Rubric.Stages {
		s := StageReport{Stage: stage, Allowed: float64(g.Scale) * g.Rubric.Allowed(stage).Seconds()}
		for _, o := range stage.Opponents {
			row := Row{Opponent: o}
			if !o.Missing() {
				index++
				row.addGames(jobs, records, index)
				s.Used += row.Result.CPU[0]
			}
			s.Rows = append(s.Rows, row)
		}
		s.score()
		report.Stages = append(report.Stages, s)
	}
	return report
}

// addGames adds up the games against the opponent with this index.
func (r *Row) addGames(jobs []arena.Job, records []arena.Record, index int) {
	var played []arena.Job
	var results []arena.Record
	for i, job := range jobs {
		if job.First != index && job.Second != index {
			continue
		}
		rec := records[i]
		if r.Single() && !rec.Void() {
			rec = singleResult(job, rec)
		}
		played, results = append(played, job), append(results, rec)
		if !rec.Void() {
			r.addClock(job, rec)
		}
	}
	if paired(r.Opponent) {
		r.Result = arena.Sum(played, results, 0)
	} else {
		r.Result = arena.SumGames(played, results, 0)
	}
}

// addClock records the graded agent's clock at the end of a game.
func (r *Row) addClock(job arena.Job, rec arena.Record) {
	side := game.First
	if job.First != 0 {
		side = game.Second
	}
	r.Longest = max(r.Longest, rec.CPU[side])
	switch {
	case !rec.OnTime:
	case rec.Result == game.Win(side):
		r.OnTime.Wins++
	default:
		r.OnTime.Losses++
	}
}

// score turns the stage's wins into points.
func (s *StageReport) score() {
	for i := range s.Rows {
		row := &s.Rows[i]
		switch wins, games := row.Result.Total().Wins, row.Result.Total().Games(); {
		case games == 0:
		case s.Over():
			row.Predicted = stats.Certain(0)
		default:
			row.Points = row.Scale.Points(wins, games)
			row.Predicted = row.Scale.Predict(row.Games, row.Result.AsFirst, row.Result.AsSecond)
		}
	}
}

// Total is the points of all rows with games, their maximum, and the prediction of
// another grading.
func (r *Report) Total() (points, most float64, predicted stats.Distribution) {
	predicted = stats.Certain(0)
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

// CPU is the seconds that the graded agent used in stages with games, and their
// allowance.
func (r *Report) CPU() (used, allowed float64) {
	for _, s := range r.Stages {
		if slices.ContainsFunc(s.Rows, Row.Played) {
			used += s.Used
			allowed += s.Allowed
		}
	}
	return used, allowed
}

// Voids counts the void games, which are in no other figure.
func (r *Report) Voids() int {
	n := 0
	for _, s := range r.Stages {
		for _, row := range s.Rows {
			n += row.Result.Voids
		}
	}
	return n
}

// FormatPoints formats points with up to two decimals.
func FormatPoints(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }
