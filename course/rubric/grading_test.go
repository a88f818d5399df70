package rubric

import (
	"context"
	"testing"
	"time"

	"evolab/agent"
	"evolab/arena"
	"evolab/game"
	"evolab/internal/longtest"
)

func clocked(t testing.TB, name string) *Grading {
	t.Helper()
	r := find(t, name)
	g, err := agent.FindGame(r.Game)
	if err != nil {
		t.Fatal(err)
	}
	return &Grading{Rubric: r, Game: g, Seed: 3, Scale: 1}
}

// Ten moves in different positions of real games, five of either side; then
// nine games, five of them opened.
func TestJobsOfSinglesAndGames(t *testing.T) {
	for _, name := range []string{"checkers-2021", "halma-2019"} {
		g := clocked(t, name)
		for scale := 1; scale <= 2; scale++ {
			if g.Scale = scale; scale > 1 && name == "halma-2019" && !longtest.Enabled() {
				continue
			}
			jobs := g.mustJobs(t)
			if len(jobs) != 19*scale {
				t.Fatalf("%s: %d jobs", name, len(jobs))
			}
			checkSingles(t, g, jobs[:10*scale])
			first := 0
			for i, job := range jobs[10*scale:] {
				if job.ID != 10*scale+i || job.Opening != "start" || !job.DrawOnTime || job.PlyCap != 0 ||
					job.Limits != (arena.Limits{Game: g.Rubric.Whole}) || job.First+job.Second != 2 {
					t.Errorf("%s: %+v", name, job)
				}
				if job.First == 0 {
					first++
				}
			}
			if first != 5*scale {
				t.Errorf("%s: %d of %d games are opened", name, first, 9*scale)
			}
		}
	}
}

func checkSingles(t *testing.T, g *Grading, jobs []arena.Job) {
	t.Helper()
	seen := map[string]bool{}
	black := 0
	for i, job := range jobs {
		b, err := g.Game.Board("", job.Opening)
		if err != nil {
			t.Fatal(err)
		}
		mover := [2]int{job.First, job.Second}[b.Turn()]
		if job.ID != i || b.Outcome().Over() || mover != 0 || job.First+job.Second != 1 || job.PlyCap != 1 || job.DrawOnTime ||
			job.Limits != (arena.Limits{Move: 30 * time.Second}) {
			t.Errorf("%+v", job)
		}
		if b.Turn() == game.First {
			black++
		}
		seen[job.Opening] = true
	}
	if len(seen) != len(jobs) || 2*black != len(jobs) {
		t.Errorf("%d different positions of %d, %d of them Black's", len(seen), len(jobs), black)
	}
}

func TestSinglesAreSeeded(t *testing.T) {
	one, two := clocked(t, "checkers-2021"), clocked(t, "checkers-2021")
	two.Seed++
	a, again, other := one.mustJobs(t), one.mustJobs(t), two.mustJobs(t)
	for i := range a[:10] {
		if a[i] != again[i] || a[i].Opening == other[i].Opening {
			t.Errorf("%+v, again %+v, with another seed %+v", a[i], again[i], other[i])
		}
	}
}

// tardy says that it took so long for its moves, and cheats as Black.
type tardy struct {
	agent.Agent
	black, white time.Duration
	cheats       bool
}

func (a tardy) Player(seed uint64) (agent.Player, error) {
	p, err := a.Agent.Player(seed)
	return tardyPlayer{p, a}, err
}

type tardyPlayer struct {
	agent.Player
	tardy
}

func (p tardyPlayer) Close() error { return p.Player.Close() }

func (p tardyPlayer) Choose(ctx context.Context, b agent.Board, c agent.Clock) (agent.Choice, error) {
	choice, err := p.Player.Choose(ctx, b, c)
	if choice.CPU = p.black; b.Turn() == game.Second {
		choice.CPU = p.white
	}
	if p.cheats && b.Turn() == game.First {
		choice.Move = game.NewMove(0, 0)
	}
	return choice, err
}

// A single move counts if it is legal and takes no longer than its 30 s.
func TestSinglesAreJudged(t *testing.T) {
	for _, c := range []struct {
		about  string
		agent  tardy
		single int // wins
		lostBy map[string]int
	}{
		{"in time", tardy{black: 30 * time.Second, white: time.Second}, 10, nil},
		{"Black is late", tardy{black: 30*time.Second + 1, white: 30 * time.Second}, 5, map[string]int{arena.Time: 5}},
		{"both are late", tardy{black: 31 * time.Second, white: 31 * time.Second}, 0, map[string]int{arena.Time: 10}},
		{"illegal", tardy{black: 1, white: 1, cheats: true}, 5, map[string]int{arena.Illegal: 5}},
	} {
		g := clocked(t, "checkers-2021")
		jobs := g.mustJobs(t)[:10]
		list := g.agents(t, "random", "random")
		c.agent.Agent = list[0]
		list[0] = c.agent
		games := arena.Round{Game: g.Game, Agents: list}
		records, err := arena.Cores{Workers: 1}.Run(context.Background(), games, jobs)
		if err != nil {
			t.Fatal(err)
		}
		report := g.Report(jobs, records)
		row := report.Stages[0].Rows[0]
		if row.Points != float64(c.single) || row.Result.Total().Wins != c.single || row.Result.Total().Games() != 10 {
			t.Errorf("%s: %+v", c.about, row)
		}
		for reason, n := range c.lostBy {
			if row.Result.LostBy[0][reason] != n {
				t.Errorf("%s: %v", c.about, row.Result.LostBy)
			}
		}
		if points, most, _ := report.Total(); points != float64(c.single) || most != 10 {
			t.Errorf("%s: %v of %v points", c.about, points, most)
		}
	}
}

func (g *Grading) agents(t *testing.T, specs ...string) []agent.Agent {
	t.Helper()
	var list []agent.Agent
	for _, text := range specs {
		spec, err := agent.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Game.Agent(spec, agent.Env{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

// Nine games that end as told: each win is ten points, a drawn game is the
// faster side's, and the time of a game that takes too long loses that game
// alone.
func TestReportOfGames(t *testing.T) {
	g := clocked(t, "checkers-2021")
	all := g.mustJobs(t)
	jobs := all[10:]
	records := make([]arena.Record, len(jobs))
	for i, job := range jobs {
		me := job.First / 2 // the graded agent's side: its opponent has index 2
		records[i] = arena.Record{Job: job.ID, Reason: arena.Normal, Result: game.Win(game.Side(me)), Line: uint64(i)}
		records[i].CPU[me], records[i].CPU[1-me] = 10, 2
		switch i {
		case 0: // a draw that was too slow
			records[i].Reason, records[i].OnTime, records[i].Failure = arena.Repetition, true, "a draw"
			records[i].Result = game.Win(game.Side(1 - me))
		case 1: // one that was fast enough
			records[i].Reason, records[i].OnTime, records[i].Failure = arena.NoProgress, true, "a draw"
		case 2:
			records[i].Reason, records[i].Failure, records[i].CPU[me] = arena.Time, "used 301 s", 301
			records[i].Result = game.Win(game.Side(1 - me))
		}
	}
	report := g.Report(jobs, records)
	row := report.Stages[1].Rows[0]
	if points, most, another := report.Total(); points != 70 || most != 90 || another.Value < 50 || another.Value > 80 {
		t.Errorf("%v of %v, %v predicted", points, most, another.Value)
	}
	if row.OnTime.Wins != 1 || row.OnTime.Losses != 1 || row.Longest != 301 || row.Result.Total().Wins != 7 ||
		row.Result.AsFirst.Games() != 5 || row.Result.AsSecond.Games() != 4 || row.Result.LostBy[0][arena.Repetition] != 1 {
		t.Errorf("%+v", row)
	}
	if report.Stages[1].Over() || report.Stages[1].Used != 8*10+301 || report.Stages[1].Allowed != 2700 {
		t.Errorf("%+v", report.Stages[1])
	}
	for i := range records {
		records[i].CPU = [2]float64{400, 400}
	}
	if report := g.Report(jobs, records); report.Stages[1].Over() {
		t.Errorf("games have their own budgets, and no stage has another one: %+v", report.Stages[1])
	}
}

// A real grading under tiny limits: frozen weights at one ply against the
// reference that has one ply left.
func TestClockedGradingIsPlayed(t *testing.T) {
	for _, name := range []string{"checkers-2021", "halma-2019"} {
		g := clocked(t, name)
		var err error
		if g.Rubric, err = g.Rubric.Lower(time.Second, time.Second); err != nil {
			t.Fatal(err)
		}
		jobs := g.mustJobs(t)
		list := g.agents(t, "frozen:depth=1", g.Opponents()[0].Agent, g.Opponents()[1].Agent)
		games := arena.Round{Game: g.Game, Agents: list}
		records, err := arena.Cores{Workers: 1}.Run(context.Background(), games, jobs)
		if err != nil {
			t.Fatal(err)
		}
		report := g.Report(jobs, records)
		points, most, _ := report.Total()
		if single := report.Stages[0].Rows[0]; single.Points != 10 || most != 100 || points < 10 {
			t.Errorf("%s: %v of %v points, %+v", name, points, most, single)
		}
		for i, rec := range records {
			if rec.Result == game.Draw && i >= 10 || rec.Reason == arena.Time || rec.Reason == arena.Illegal {
				t.Errorf("%s: %+v", name, rec)
			}
		}
	}
}

func grading(t testing.TB, name string) *Grading {
	t.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	return &Grading{Rubric: find(t, name), Game: g, Seed: 3, Scale: 1}
}

func (g *Grading) mustJobs(t testing.TB) []arena.Job {
	t.Helper()
	jobs, err := g.Jobs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

func TestJobsAreThoseOfGraders(t *testing.T) {
	g := grading(t, "usc-2023")
	g.Scale = 2
	jobs := g.mustJobs(t)
	first := map[int]int{}
	seeds := map[uint64]bool{}
	for i, job := range jobs {
		if job.ID != i || job.Pair != i/2 || job.Opening != "start" || job.Limits != (arena.Limits{Move: 54 * time.Second}) {
			t.Errorf("%+v", job)
		}
		first[job.First]++
		seeds[job.Seed] = true
	}
	if len(jobs) != 240 || len(seeds) != 240 || first[0] != 120 || first[1] != 20 || first[6] != 20 {
		t.Errorf("%d games, %d seeds, first sides %v", len(jobs), len(seeds), first)
	}
}
