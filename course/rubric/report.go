package rubric

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"evolab/arena"
	"evolab/course"
	"evolab/game"
	"evolab/stats"
)

// Report is the result of a grading.
type Report struct {
	Rubric Rubric
	Stages []StageReport

	forecast stats.Prediction // of the rows with games
}

// StageReport is the result of a stage.
type StageReport struct {
	course.Stage
	Rows []Row
	// Used and Allowed are seconds of CPU of the graded agent, for all games. A
	// rehearsal has its share of the allowance.
	Used, Allowed float64

	forfeits bool // more than Allowed costs all points
}

// Row is the result against one opponent.
type Row struct {
	course.Opponent
	// Result is the graded agent's: of complete pairs, and without void games.
	Result arena.Result
	// Points are what the rubric gives for the win rate of the games, also where a
	// rehearsal has fewer games than the grading; Lost are those that the stage's
	// allowance of CPU time cost. Another is what another grading gives, with all games
	// of the rubric: Points are always inside. All mean nothing without games.
	Points, Lost float64
	Another      stats.Estimate
	// Spared counts the games that were not played because they could not have changed the
	// points.
	Spared int
	// OnTime counts the drawn games that the time left decided.
	OnTime stats.WDL
	// Longest is the graded agent's largest CPU time of a game, in seconds.
	Longest float64

	forecast stats.Prediction // within the allowance
	played   arena.Result     // Result without games that count as lost
	cpu      []float64        // of each game that was played, in seconds
}

// Played reports whether the row has points: it has games, or they were spared.
func (r Row) Played() bool { return r.Result.Total().Games()+r.Spared > 0 }

// Over reports whether the graded agent used more CPU time than the stage allows for
// all games, and loses its points for that. A grader then gives no points for the stage: "running out of time will
// lead to all points lost", says the assignment of Spring 2022. A move or a game
// that exceeds its own limit only loses the game.
func (s *StageReport) Over() bool { return s.forfeits && s.Used > s.Allowed }

// Lost are the points that the allowance of CPU time cost.
func (s *StageReport) Lost() float64 {
	sum := 0.0
	for _, row := range s.Rows {
		sum += row.Lost
	}
	return sum
}

// Unplayed is a game that is not played. It counts as lost, unless it is spared.
type Unplayed struct {
	arena.Job
	Spared bool // as Needs says: it counts neither as won nor as lost
	// Certain reports whether the agent fails in every game, so that another grading
	// gives the same.
	Certain bool
}

// Report sums up the games of Jobs that were played, or need not be.
func (g *Grading) Report(jobs []arena.Job, records []arena.Record, unplayed ...Unplayed) *Report {
	report := &Report{Rubric: g.Rubric, forecast: stats.Known(0)}
	hopeless := failsAtOnce(jobs, records)
	index := 0
	for _, stage := range g.Rubric.Stages {
		s := StageReport{Stage: stage, Allowed: g.Allowed(stage), forfeits: stage.CPU > 0 && g.Rubric.Forfeits}
		for _, o := range stage.Opponents {
			row := Row{Opponent: o}
			if !o.Missing() {
				index++
				row.addGames(jobs, records, unplayed, index)
				s.Used += row.Result.CPU[0]
				certain := hopeless || slices.ContainsFunc(unplayed, func(u Unplayed) bool { return u.Certain && u.Limits == g.Rubric.limits(o) })
				row.forecast = row.Scale.Forecast(row.Games, row.played.AsFirst, row.played.AsSecond)
				if wins := row.Result.Total().Wins; certain && wins == 0 {
					row.forecast = stats.Known(row.Scale.Points(0, row.Games))
				}
			}
			s.Rows = append(s.Rows, row)
		}
		forecast := s.score(g.Rubric.Allowed(stage).Seconds())
		report.forecast = report.forecast.Plus(forecast)
		report.Stages = append(report.Stages, s)
	}
	return report
}

// failsAtOnce reports whether agent 0 lost all its games, on both sides, by its own doing
// and at its first move: it loses all others, too.
func failsAtOnce(jobs []arena.Job, records []arena.Record) bool {
	var failed [2]bool
	for i, job := range jobs {
		rec := &records[i]
		if rec.Void() {
			continue
		}
		side := Side(&job)
		if !isOwnLoss(&job, rec) || rec.Plies > int(side) {
			return false
		}
		failed[side] = true
	}
	return failed[game.First] && failed[game.Second]
}

// isOwnLoss reports whether the graded agent lost a game by its own doing.
func isOwnLoss(job *arena.Job, rec *arena.Record) bool {
	if course.CauseOfLoss(rec.Reason, rec.Failure, "") == nil {
		return false
	}
	return job.PlyCap == 1 && rec.Plies == 0 || rec.Result == game.Win(Side(job).Other())
}

// addGames adds up the games against the opponent with this index.
func (r *Row) addGames(jobs []arena.Job, records []arena.Record, unplayed []Unplayed, index int) {
	type finished struct {
		arena.Job
		record arena.Record
	}
	var all []finished
	for i, job := range jobs {
		if job.First != index && job.Second != index {
			continue
		}
		rec := records[i]
		if r.Single() && !rec.Void() {
			rec = singleResult(job, rec)
		}
		all = append(all, finished{job, rec})
		if !rec.Void() {
			r.addClock(job, rec)
		}
	}
	sum := func(list []finished) arena.Result {
		slices.SortStableFunc(list, func(a, b finished) int { return a.ID - b.ID })
		var played []arena.Job
		var results []arena.Record
		for _, f := range list {
			played, results = append(played, f.Job), append(results, f.record)
		}
		if paired(r.Opponent) {
			return arena.Sum(played, results, 0)
		}
		return arena.SumGames(played, results, 0)
	}
	r.played = sum(all)
	for _, u := range unplayed {
		switch {
		case u.First != index && u.Second != index:
		case u.Spared:
			r.Spared++
		default:
			lost := arena.Record{Job: u.ID, Result: game.Win(Side(&u.Job).Other()), Reason: arena.Time}
			all = append(all, finished{u.Job, lost})
		}
	}
	r.Result = sum(all)
}

// addClock records the graded agent's clock at the end of a game.
func (r *Row) addClock(job arena.Job, rec arena.Record) {
	side := Side(&job)
	r.cpu = append(r.cpu, rec.CPU[side])
	r.Longest = max(r.Longest, rec.CPU[side])
	switch {
	case !rec.OnTime:
	case rec.Result == game.Win(side):
		r.OnTime.Wins++
	default:
		r.OnTime.Losses++
	}
}

// score turns the stage's wins into points, and returns the prediction of the rows with
// games. The allowance is that of a full grading.
func (s *StageReport) score(allowed float64) stats.Prediction {
	risk, forecast := s.risk(allowed), stats.Known(0)
	for i := range s.Rows {
		row := &s.Rows[i]
		wins, games := row.Result.Total().Wins, row.Result.Total().Games()+row.Spared
		switch {
		case games == 0:
			continue
		case !s.Over():
			row.Points = row.Scale.Points(wins, games)
		case row.played.Total().Games() > 0: // the games that were played have earned them
			row.Lost = row.Scale.Points(wins, row.played.Total().Games())
		}
		forecast = forecast.Plus(row.forecast)
		row.Another = row.forecast.Unless(risk).Estimate(row.Points)
	}
	return forecast.Unless(risk)
}

// risk is the probability that a full grading of the stage takes more CPU time than
// this, as a prediction from the games played: the sum of new games, whose times vary
// as those of the games against each opponent did (Student's t). What happens in less
// than one of 40 gradings counts as impossible, as it does in an interval of 95 %: the
// times of a machine are never quite the same, and the interval should be.
func (s *StageReport) risk(allowed float64) float64 {
	const rare = .025
	var played, rows int // games, and opponents with games
	var sum, squares float64
	for _, row := range s.Rows {
		if n := len(row.cpu); n > 0 {
			played, rows = played+n, rows+1
			mean := row.meanCPU()
			for _, x := range row.cpu {
				sum += x
				squares += float64((x - mean) * (x - mean))
			}
		}
	}
	if !s.forfeits || played == 0 {
		return 0
	}
	expected, variance := 0.0, 0.0 // of the sum of new games; variance in those of a game
	for _, row := range s.Rows {
		games := float64(row.Games)
		if n := len(row.cpu); n > 0 {
			expected += float64(games * row.meanCPU())
			variance += games + games*games/float64(n)
		} else if !row.Missing() {
			expected += games * sum / float64(played)
			variance += games + games*games/float64(played)
		}
	}
	freedom := float64(played - rows)
	if squares == 0 || freedom == 0 {
		if expected > allowed {
			return 1
		}
		return 0
	}
	t := (allowed - expected) / math.Sqrt(variance*squares/freedom)
	switch p := 1 - (distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}).CDF(t); {
	case p < rare:
		return 0
	case p > 1-rare:
		return 1
	default:
		return p
	}
}

// meanCPU is the mean CPU time of the games that were played, in seconds.
func (r *Row) meanCPU() float64 {
	sum := 0.0
	for _, x := range r.cpu {
		sum += x
	}
	return sum / float64(len(r.cpu))
}

// Total is the points of all rows with games, their maximum, and what another grading
// of these rows gives.
func (r *Report) Total() (points, most float64, another stats.Estimate) {
	for _, s := range r.Stages {
		for _, row := range s.Rows {
			if row.Played() {
				points += row.Points
				most += row.Scale.Max()
			}
		}
	}
	return points, most, r.forecast.Estimate(points)
}

// Lost are the points that allowances of CPU time cost.
func (r *Report) Lost() float64 {
	sum := 0.0
	for i := range r.Stages {
		sum += r.Stages[i].Lost()
	}
	return sum
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

// FormatInterval formats the points that a grading can be expected to give.
func FormatInterval(e stats.Estimate) string {
	if low, high := FormatPoints(e.Low), FormatPoints(e.High); low != high {
		return low + " to " + high
	}
	return FormatPoints(e.Low)
}

// FormatPoints formats points with up to two decimals.
func FormatPoints(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }
