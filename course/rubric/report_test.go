package rubric

import (
	"context"
	"math"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/stats"
)

// results are records in which agent 0 wins the given games against each of the
// opponents, and uses the given seconds of CPU in each game.
func results(jobs []arena.Job, wins []int, cpu float64) []arena.Record {
	records := make([]arena.Record, len(jobs))
	had := map[int]int{}
	for i, job := range jobs {
		side, opponent := 0, job.Second
		if job.Second == 0 {
			side, opponent = 1, job.First
		}
		winner := 1 - side
		if had[opponent] < wins[opponent-1] {
			winner = side
		}
		had[opponent]++
		records[i] = arena.Record{Job: job.ID, Reason: arena.Normal, Result: game.Win(game.Side(winner)), Line: uint64(i)}
		records[i].CPU[side] = cpu
	}
	return records
}

func TestReport(t *testing.T) {
	g := grading(t, "usc-2021")
	jobs := g.mustJobs(t)
	report := g.Report(jobs, results(jobs, []int{45, 40, 39, 33, 45, 15}, 24))
	points, most, another := report.Total()
	if math.Abs(points-61.5) > 1e-9 || most != 100 || math.Abs(another.Value-57) > 4 {
		t.Errorf("%v of %v points, %v expected", points, most, another.Value)
	}
	if used, allowed := report.CPU(); math.Abs(used-300*24) > 1e-6 || allowed != 10800 {
		t.Errorf("%v s of CPU of %v", used, allowed)
	}
	for _, row := range report.Stages[1].Rows {
		if !row.Played() || row.Missing() {
			t.Errorf("%s was not played", row.Name)
		}
	}
	row := report.Stages[0].Rows[3]
	if row.Result.Total().Wins != 33 || row.Result.AsFirst.Games() != 25 || row.Result.AsSecond.Games() != 25 {
		t.Errorf("%+v", row.Result)
	}
}

func TestTooMuchTimeCostsTheStage(t *testing.T) {
	g := grading(t, "usc-2021")
	jobs := g.mustJobs(t)
	won := []int{50, 50, 50, 50, 50, 50}
	for cpu, want := range map[float64]float64{36: 100, 36.1: 0} {
		report := g.Report(jobs, results(jobs, won, cpu))
		points, most, another := report.Total()
		if points != want || most != 100 || report.Stages[0].Over() != (want == 0) || (another.Value == 0) != (want == 0) {
			t.Errorf("%v s a game: %v points of %v", cpu, points, most)
		}
	}
}

// An interruption leaves whole pairs, of some opponents.
func TestReportOfAPart(t *testing.T) {
	g := grading(t, "usc-2023")
	jobs := g.mustJobs(t)
	records := results(jobs, []int{20, 20, 20, 20, 20, 20}, 1)
	report := g.Report(jobs[:25], records[:25])
	points, most, _ := report.Total()
	if rows := report.Stages[0].Rows; points != 50 || most != 50 || rows[1].Result.Total().Games() != 4 || rows[2].Played() {
		t.Errorf("%v of %v points, %+v", points, most, rows)
	}
	if points, most, another := g.Report(nil, nil).Total(); points != 0 || most != 0 || another.Value != 0 {
		t.Errorf("%v of %v points without games", points, most)
	}
}

// A real grading, small enough for a test.
func TestGradingIsPlayed(t *testing.T) {
	g := grading(t, "usc-2023")
	agents := g.agents(t, "frozen:depth=1", "random", "greedy", "aggressive", "alphabeta", "qlearning", "champion:nodes=50,exact=off")
	for i, o := range g.Opponents() {
		if o.Agent != [6]string{"random", "greedy", "aggressive", "alphabeta", "qlearning", "champion"}[i] {
			t.Errorf("opponent %d is %s", i, o.Agent)
		}
	}
	jobs := g.mustJobs(t)
	games := arena.Round{Game: g.Game, Agents: agents}
	records, err := arena.Cores{Workers: 2}.Run(context.Background(), games, jobs)
	if err != nil {
		t.Fatal(err)
	}
	report := g.Report(jobs, records)
	if random := report.Stages[0].Rows[0]; random.Result.Total().Wins < 15 || report.Stages[0].Used <= 0 {
		t.Errorf("%+v", random.Result)
	}
}

// A void game leaves the denominator, of paired games with the other one of its
// pair; nothing else that it came to counts.
func TestVoidGamesAreLeftOut(t *testing.T) {
	void := func(rec *arena.Record) {
		rec.Reason, rec.Result, rec.CPU, rec.OnTime = arena.Void, game.Draw, [2]float64{99, 99}, false
	}
	g := grading(t, "usc-2023")
	jobs := g.mustJobs(t)
	records := results(jobs, []int{20, 20, 20, 20, 20, 20}, 1)
	void(&records[0])
	void(&records[23])
	report := g.Report(jobs, records)
	for i, want := range []int{18, 18, 20, 20} {
		if row := report.Stages[0].Rows[i]; row.Result.Total().Games() != want || row.Result.Total().Wins != want || row.Points != row.Scale.Max() || row.Longest != 1 {
			t.Errorf("%s: %+v", row.Name, row)
		}
	}
	if used, _ := report.CPU(); report.Voids() != 2 || used != 116 {
		t.Errorf("%d void, %v s of CPU", report.Voids(), used)
	}

	g = checkersGrading(t)
	jobs = g.mustJobs(t)
	records = make([]arena.Record, len(jobs))
	for i, job := range jobs {
		records[i] = arena.Record{Job: job.ID, Reason: arena.Normal, Result: game.FirstWins, Plies: 1}
	}
	void(&records[0])
	void(&records[12])
	report = g.Report(jobs, records)
	singles, whole := report.Stages[0].Rows[0].Result, report.Stages[1].Rows[0].Result
	if singles.Total().Games() != 9 || singles.Voids != 1 || whole.Total().Games() != 8 || whole.Voids != 1 || report.Voids() != 2 {
		t.Errorf("%+v\n%+v", singles, whole)
	}
}

func checkersGrading(t *testing.T) *Grading {
	t.Helper()
	g, err := agent.FindGame("checkers")
	if err != nil {
		t.Fatal(err)
	}
	return &Grading{Rubric: find(t, "checkers-2021"), Game: g, Seed: 3, Scale: 1}
}

// Whatever the results are, and however few of the games were played: the points are
// inside the interval beside them, in every row and in total, and within the maximum.
func TestPointsAreInsideTheirInterval(t *testing.T) {
	tries := 60
	if longtest.Enabled() {
		tries = 3000
	}
	r := game.NewRand(33)
	between := func(low, high int) int { return low + r.Intn(high-low+1) }
	for _, rubric := range All() {
		info, err := agent.FindGame(rubric.Game)
		if err != nil {
			t.Fatal(err)
		}
		for try := range tries / len(All()) {
			g := &Grading{Rubric: rubric, Game: info, Seed: 1, Scale: 1, Games: 2 * between(0, 12)}
			jobs := g.list(t)
			records := make([]arena.Record, len(jobs))
			rate, fails, seconds := between(0, 10), between(0, 12)-9, []float64{1, 20, 27, 36, 60}[r.Intn(5)]
			var unplayed []Unplayed
			var played []arena.Job
			var results []arena.Record
			for i, job := range jobs {
				side := Side(&job)
				rec := &records[i]
				rec.Job, rec.Reason, rec.Result, rec.Plies, rec.Line = job.ID, arena.Normal, game.Win(side), 1, uint64(i)
				rec.CPU[side] = seconds * (.5 + float64(r.Intn(100))/100)
				switch {
				case r.Intn(10) < fails:
					rec.Reason, rec.Failure, rec.Plies, rec.Result = arena.Crash, "exit status 1", r.Intn(3), game.Win(side.Other())
				case r.Intn(10) >= rate:
					rec.Result = game.Win(side.Other())
				case r.Intn(10) == 0:
					rec.Result = game.Draw
				case r.Intn(20) == 0:
					rec.Reason, rec.Result = arena.Void, game.Draw
				}
				if try%3 == 1 && i > len(jobs)/2 {
					unplayed = append(unplayed, Unplayed{Job: job, Certain: try%2 == 0})
				} else if try%3 == 0 || r.Intn(len(jobs)) > i/2 {
					played, results = append(played, job), append(results, *rec)
				}
			}
			report := g.Report(played, results, unplayed...)
			inside := func(name string, points, most float64, e stats.Estimate) {
				text := [3]string{FormatPoints(e.Low), FormatPoints(points), FormatPoints(e.High)}
				if !(0 <= e.Low && e.Low <= points && points <= e.High && e.High <= most+rounding && e.Low <= e.Value && e.Value <= e.High) {
					t.Errorf("%s, try %d, %s: %v of %v points, %+v, printed %v", rubric.Name, try, name, points, most, e, text)
				}
			}
			for _, s := range report.Stages {
				for _, row := range s.Rows {
					if row.Played() {
						inside(row.Name, row.Points, row.Scale.Max(), row.Another)
					}
				}
			}
			points, most, another := report.Total()
			inside("total", points, most, another)
		}
	}
}

// list are the jobs without the positions of single moves, which take a game each.
func (g *Grading) list(t *testing.T) []arena.Job {
	t.Helper()
	var jobs []arena.Job
	for i, o := range g.Opponents() {
		for n := range g.gamesOf(o) {
			job := arena.Job{ID: len(jobs), Pair: 1000*i + n/2, Second: i + 1, Limits: g.Rubric.limits(o)}
			if o.Single() {
				job.PlyCap = 1
			}
			if n%2 == 1 {
				job.First, job.Second = job.Second, job.First
			}
			jobs = append(jobs, job)
		}
	}
	return jobs
}

// A program that fails at its first move in all games gets nothing in another grading,
// either; one that fails later, or once not, may be luckier.
func TestCertainZeros(t *testing.T) {
	g := grading(t, "usc-2023")
	g.Games = 2
	jobs := g.mustJobs(t)
	fail := func(change func(i int, rec *arena.Record)) stats.Estimate {
		records := results(jobs, make([]int, 6), .1)
		for i := range records {
			records[i].Reason, records[i].Failure, records[i].Plies = arena.NoOutput, "exit status 1", int(Side(&jobs[i]))
			change(i, &records[i])
		}
		_, _, another := g.Report(jobs, records).Total()
		return another
	}
	if e := fail(func(int, *arena.Record) {}); e != (stats.Estimate{}) {
		t.Errorf("%+v", e)
	}
	if e := fail(func(i int, rec *arena.Record) { rec.Plies += 2 * (i % 2) }); e.Low != 0 || e.High < 1 {
		t.Errorf("%+v where half of the games fail later", e)
	}
	if e := fail(func(i int, rec *arena.Record) {
		if i == 0 {
			rec.Reason, rec.Failure, rec.Plies = arena.Normal, "", 20
		}
	}); e.Low != 0 || e.High < 1 {
		t.Errorf("%+v where a game is lost by the rules", e)
	}
	if e := g.Report(nil, nil, Unplayed{Job: jobs[0], Certain: true}, Unplayed{Job: jobs[1], Certain: true}).Stages[0].Rows[0].Another; e != (stats.Estimate{}) {
		t.Errorf("%+v of games that are not played", e)
	}
}

// A rehearsal has its share of the allowance. What is over in it costs the points, and
// is certain for the full grading only if its games take about the same time.
func TestAllowanceOfARehearsal(t *testing.T) {
	g := grading(t, "usc-2023") // 7200 s for 80 games: 90 s a game
	g.Games = 2
	jobs := g.mustJobs(t)
	won := []int{2, 2, 2, 2, 2, 2}
	for _, want := range []struct {
		cpu, spread  float64
		points, lost float64
		low, high    float64 // of the stage's last row
	}{
		{80, 0, 15, 0, .75, 15},
		{80, 30, 15, 0, 0, 15}, // it may be over with more games
		{100, 0, 0, 15, 0, 0},
		{100, 30, 0, 15, 0, 15},
	} {
		records := results(jobs, won, want.cpu)
		for i := range records {
			side := Side(&jobs[i])
			records[i].CPU[side] += want.spread * float64(1-2*(i%2))
		}
		report := g.Report(jobs, records)
		s := report.Stages[0]
		row := s.Rows[3]
		if s.Allowed != 720 || row.Points != want.points || row.Lost != want.lost || math.Abs(row.Another.Low-want.low) > .01 || row.Another.High != want.high || s.Lost() != 6*want.lost {
			t.Errorf("%+v: %v points, %v lost, %+v, of %v s allowed; the stage lost %v", want, row.Points, row.Lost, row.Another, s.Allowed, s.Lost())
		}
	}
}
