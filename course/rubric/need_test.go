package rubric

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/course"
	"evolab/game"
	"evolab/internal/longtest"
	"evolab/stats"
)

// Twenty games against random, which are worth 25 points from 18 wins on, and none up to 13.
func TestNeedsOfARow(t *testing.T) {
	g := grading(t, "usc-2023")
	g.Rubric.Stages = g.Rubric.Stages[:1]
	g.Rubric.Stages[0].Opponents = g.Rubric.Stages[0].Opponents[:1]
	jobs := g.mustJobs(t)
	rehearsal := *g
	rehearsal.Games = 10
	if got := drawn(rehearsal.Needs(jobs[:10], spelled(jobs, "LLLLLLLL", 1))); got != ".........." {
		t.Errorf("%s in a rehearsal", got)
	}
	for _, want := range []struct{ results, needs string }{
		{"", "...................."},
		{"WWWWWWWWWWWWWWWWWW", "..................xx"},
		{"WWWWWWWWWWWWWWWWWL", "...................."},
		{"LLLLLL", "...................."},
		{"LLLLLLL", "........xxxxxxxxxxxx"},  // half a pair counts in no row
		{"LLLLLvLL", "........xxxxxxxxxxxx"}, // the void one is played again, and may be won
		{"LLL?LLWL", "...................."},
		{"LLL?LLWLL", ".........." + "xxxxxxxxxx"},
		{"LLLLLLLLWW", "........xxxxxxxxxxxx"}, // games that had begun are not needed either
	} {
		if got := drawn(g.Needs(jobs, spelled(jobs, want.results, 1))); got != want.needs {
			t.Errorf("%s: %s, want %s", want.results, got, want.needs)
		}
	}
}

// A stage with an allowance of CPU time: what is skipped could have exceeded it.
func TestNeedsUnderAnAllowance(t *testing.T) {
	g := grading(t, "usc-2023")
	g.Rubric.Stages = g.Rubric.Stages[:1] // 7200 s for 80 games, 54 s for a move: up to 702 s a game
	jobs := g.mustJobs(t)
	rows := func(list ...string) string {
		text := ""
		for _, row := range list {
			text += row + strings.Repeat("?", 20-len(row))
		}
		return text
	}
	win, lose := strings.Repeat("W", 20), strings.Repeat("L", 20)
	needed, decided := strings.Repeat(".", 20), strings.Repeat(".", 18)
	for _, want := range []struct {
		name, results string
		cpu           float64
		needs         string
	}{
		{"it wins all, in little time", rows(win[:18], win[:18], win[:18], win[:18]), 1, rows(decided+"xx", decided+"xx", decided+"xx", decided+"xx")},
		{"the rest may take too much time", rows(win[:18], win[:18], win[:18], win[:18]), 40, rows(decided+"dd", decided+"dd", decided+"dd", decided+"dd")},
		{"two of the deferred games were played", rows(win, win[:18], win[:18], win[:18]), 40, rows(decided+"dd", decided+"xx", decided+"xx", decided+"xx")},
		{"it loses all: no time takes points", rows(lose[:8], lose[:8], lose, lose), 60, rows("........xxxxxxxxxxxx", "........xxxxxxxxxxxx", needed, needed)},
		{"it loses all so far", rows(lose[:8], lose[:8]), 60, rows("........dddddddddddd", "........dddddddddddd", needed, needed)},
		{"it is over after 12 games", rows(win[:12]), 601, rows("............xxxxxxxx", strings.Repeat("x", 20), strings.Repeat("x", 20), strings.Repeat("x", 20))},
	} {
		want.needs = strings.ReplaceAll(want.needs, "?", "")
		if got := drawn(g.Needs(jobs, spelled(jobs, want.results, want.cpu))); got != want.needs {
			t.Errorf("%s:\n%s, want\n%s", want.name, got, want.needs)
		}
	}
}

// drawn has a character for each game.
func drawn(needs []Need) string {
	var b strings.Builder
	for _, n := range needs {
		b.WriteByte(".dx"[n])
	}
	return b.String()
}

// spelled are games that are won, lost, void or not known, each with this much CPU.
func spelled(jobs []arena.Job, results string, cpu float64) func(i int) *arena.Record {
	return func(i int) *arena.Record {
		if i >= len(results) || results[i] == '?' {
			return nil
		}
		side := Side(&jobs[i])
		rec := &arena.Record{Job: jobs[i].ID, Reason: arena.Normal, Result: game.Win(side), Plies: 1, Line: uint64(i)}
		rec.CPU[side] = cpu
		switch results[i] {
		case 'L':
			rec.Result = game.Win(side.Other())
		case 'v':
			rec.Reason = arena.Void
		}
		return rec
	}
}

// Whatever the results and times are: with early ends the points are those of all games,
// against each opponent, and what counts does not depend on the order in which games end,
// on games that had already begun, or on interruptions.
func TestEarlyEndsKeepThePoints(t *testing.T) {
	tries := 24
	if longtest.Enabled() {
		tries = 1000
	}
	r := game.NewRand(1)
	rubrics := []Rubric{find(t, "usc-2021"), find(t, "usc-2023"), find(t, "usc-2023-submit"), oddRubric(t)}
	spared := 0
	for try := range tries {
		g := &Grading{Rubric: rubrics[try%len(rubrics)], Seed: 1, Scale: 1, Games: 2 * max(0, r.Intn(16)-9)}
		var err error
		if g.Game, err = agent.FindGame(g.Rubric.Game); err != nil {
			t.Fatal(err)
		}
		jobs := g.list(t)
		records := randomResults(&r, g, jobs)
		needs := playInAnyOrder(&r, g, jobs, records)
		for range 3 {
			if again := playInAnyOrder(&r, g, jobs, records); !slices.Equal(needs, again) {
				t.Fatalf("try %d, %s: %s in one order, %s in another", try, g.Rubric.Name, drawn(needs), drawn(again))
			}
		}
		var played []arena.Job
		var results []arena.Record
		var unplayed []Unplayed
		for i, n := range needs {
			if n == Spared {
				unplayed = append(unplayed, Unplayed{Job: jobs[i], Spared: true})
			} else {
				played, results = append(played, jobs[i]), append(results, records[i])
			}
		}
		spared += len(unplayed)
		all, report := g.Report(jobs, records), g.Report(played, results, unplayed...)
		for i, s := range report.Stages {
			for j, row := range s.Rows {
				if want := all.Stages[i].Rows[j]; row.Points != want.Points || row.Played() != want.Played() {
					t.Fatalf("try %d, %s: %v points against %s, %v after all games\n%s", try, g.Rubric.Name, row.Points, row.Name, want.Points, drawn(needs))
				}
				if e := row.Another; !(0 <= e.Low && e.Low <= row.Points && row.Points <= e.High) {
					t.Fatalf("try %d, %s: %v points against %s, %+v", try, g.Rubric.Name, row.Points, row.Name, e)
				}
			}
		}
	}
	if spared < 5*tries {
		t.Errorf("%d games spared in %d gradings", spared, tries)
	}
}

// oddRubric has what no built-in course has: an odd number of games, points that fall and
// that do not depend on the games, and an allowance beside limits of games.
func oddRubric(t *testing.T) Rubric {
	t.Helper()
	r := find(t, "checkers-2021")
	r.Name = "odd"
	r.Stages[0].Opponents[0].Scale = stats.Scale{{From: .5, Fixed: 7}, {}}
	r.Stages[1].CPU = 300e9
	r.Stages[1].Opponents[0].Scale = stats.Scale{{From: .6, Fixed: 10}, {From: .5, Fixed: 30}, {From: .3, Fixed: 10}, {}}
	r.Stages[1].Opponents = append(r.Stages[1].Opponents,
		course.Opponent{Name: "constant", Agent: "random", Games: 6, Scale: stats.Scale{{Fixed: 5}}},
		course.Opponent{Name: "even", Agent: "greedy", Games: 8, Scale: stats.Scale{{From: .75, Fixed: 5}, {}}})
	return r
}

// randomResults are results of an agent of random strength and speed.
func randomResults(r *game.Rand, g *Grading, jobs []arena.Job) []arena.Record {
	records := make([]arena.Record, len(jobs))
	rate := r.Intn(11)
	for i := range jobs {
		job := &jobs[i]
		side := Side(job)
		rec := &records[i]
		*rec = arena.Record{Job: job.ID, Reason: arena.Normal, Result: game.Win(side), Plies: 1, Line: uint64(i)}
		if r.Intn(10) >= rate {
			rec.Result, rec.Plies = game.Win(side.Other()), 0
		} else if r.Intn(10) == 0 {
			rec.Result = game.Draw
		}
	}
	speed := []float64{.001, .05, .2, .5, 1}[r.Intn(5)] // share of the longest time
	for i := range jobs {
		limit := (&progress{jobs: jobs, moves: (g.Game.Info().PlyLimit + 1) / 2}).longest(i)
		records[i].CPU[Side(&jobs[i])] = limit * speed * float64(r.Intn(1000)) / 1000
	}
	return records
}

// playInAnyOrder plays as several cores do, each time with what is known at that moment,
// and returns the needs at the end.
func playInAnyOrder(r *game.Rand, g *Grading, jobs []arena.Job, records []arena.Record) []Need {
	known := make([]bool, len(jobs))
	look := func(i int) *arena.Record {
		if known[i] {
			return &records[i]
		}
		return nil
	}
	begun, running := make([]bool, len(jobs)), []int{}
	cores := 1 + r.Intn(8)
	for {
		needs := g.Needs(jobs, look)
		for _, wanted := range []Need{Needed, Deferred} {
			for i := range jobs {
				if len(running) < cores && !begun[i] && needs[i] == wanted {
					begun[i], running = true, append(running, i)
				}
			}
		}
		if len(running) == 0 {
			return needs
		}
		at := r.Intn(len(running))
		known[running[at]] = true
		running = slices.Delete(running, at, at+1)
	}
}

// How often the interval after a grading with early ends holds the points of another
// grading, computed over all results, for programs of any strength on either side.
func TestEarlyEndsKeepTheIntervals(t *testing.T) {
	steps := 4
	if longtest.Enabled() {
		steps = 20
	}
	seen := map[string]bool{}
	for _, name := range []string{"usc-2021", "usc-2023"} {
		for _, o := range find(t, name).Opponents() {
			key := fmt.Sprint(o.Scale, o.Games)
			if seen[key] {
				continue
			}
			seen[key] = true
			worst, intervals := 1., map[[3]int]stats.Estimate{}
			for a := range steps + 1 {
				for b := range steps + 1 {
					worst = min(worst, heldAfterEnds(o, intervals, float64(a)/float64(steps), float64(b)/float64(steps)))
				}
			}
			if worst < .93 {
				t.Errorf("%s, %s: %.3f at worst", name, o.Name, worst)
			}
		}
	}
}

// heldAfterEnds is the probability that another grading's points are in the interval after
// one that plays the games that can change the points. The intervals are by games and wins
// of each side, and kept for the next call.
func heldAfterEnds(o course.Opponent, intervals map[[3]int]stats.Estimate, first, second float64) float64 {
	games, next := o.Games, fullPoints(o, first, second)
	type state struct{ first, second int } // wins of each side
	now := map[state]float64{{}: 1}
	held := 0.
	for played := 0; len(now) > 0; played += 2 {
		after := map[state]float64{}
		for s, p := range now {
			wins := s.first + s.second
			if played == games || played > 0 && isConstant(o.Scale, wins, games-played, games) {
				e, ok := intervals[[3]int{played, s.first, s.second}]
				if !ok {
					asFirst, asSecond := stats.WDL{Wins: s.first, Losses: played/2 - s.first}, stats.WDL{Wins: s.second, Losses: played/2 - s.second}
					e = o.Scale.Forecast(games, asFirst, asSecond).Estimate(o.Scale.Points(wins, games))
					intervals[[3]int{played, s.first, s.second}] = e
				}
				for _, c := range next {
					if e.Low-rounding <= c.Points && c.Points <= e.High+rounding {
						held += p * c.Probability
					}
				}
				continue
			}
			for _, f := range []struct {
				first, second int
				p             float64
			}{{0, 0, (1 - first) * (1 - second)}, {1, 0, first * (1 - second)}, {0, 1, (1 - first) * second}, {1, 1, first * second}} {
				if f.p > 0 {
					after[state{s.first + f.first, s.second + f.second}] += p * f.p
				}
			}
		}
		now = after
	}
	return held
}

// fullPoints is the distribution of the points of a full grading.
func fullPoints(o course.Opponent, first, second float64) stats.Distribution {
	half := o.Games / 2
	chance := func(wins int, rate float64) float64 {
		return math.Exp(lchoose(half, wins)) * math.Pow(rate, float64(wins)) * math.Pow(1-rate, float64(half-wins))
	}
	var d stats.Distribution
	for i := range half + 1 {
		for j := range half + 1 {
			d = append(d, stats.Chance{Points: o.Scale.Points(i+j, o.Games), Probability: chance(i, first) * chance(j, second)})
		}
	}
	return d
}

func lchoose(n, k int) float64 {
	a, _ := math.Lgamma(float64(n + 1))
	b, _ := math.Lgamma(float64(k + 1))
	c, _ := math.Lgamma(float64(n - k + 1))
	return a - b - c
}
