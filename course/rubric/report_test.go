package rubric

import (
	"context"
	"math"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
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
	points, most, predicted := report.Total()
	if math.Abs(points-61.5) > 1e-9 || most != 100 || math.Abs(predicted.Mean()-57) > 4 {
		t.Errorf("%v of %v points, %v expected", points, most, predicted.Mean())
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
		points, most, predicted := report.Total()
		if points != want || most != 100 || report.Stages[0].Over() != (want == 0) || (predicted.Mean() == 0) != (want == 0) {
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
	if points, most, predicted := g.Report(nil, nil).Total(); points != 0 || most != 0 || predicted.Mean() != 0 {
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
