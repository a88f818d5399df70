package rubric

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/arena"
	"evolab/stats"
)

func find(t testing.TB, name string) Rubric {
	t.Helper()
	r, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The examples of the assignments: Fall 2021 with 50 games against each of the
// four, Spring 2022 with 20.
func TestWorkedExamples(t *testing.T) {
	for _, example := range []struct {
		rubric string
		wins   [4]int // random, greedy, aggressive, alphabeta
		points [4]float64
		total  float64
	}{
		{"usc-2021", [4]int{45, 40, 39, 33}, [4]float64{25, 12, 15.6, 3.3}, 55.9},
		{"usc-2023", [4]int{18, 16, 14, 11}, [4]float64{25, 12, 14, 2.75}, 53.75},
	} {
		total := 0.0
		for i, o := range find(t, example.rubric).Stages[0].Opponents {
			got := o.Scale.Points(example.wins[i], o.Games)
			if math.Abs(got-example.points[i]) > 1e-9 {
				t.Errorf("%s, %s: %d wins give %v, want %v", example.rubric, o.Name, example.wins[i], got, example.points[i])
			}
			total += got
		}
		if math.Abs(total-example.total) > 1e-9 {
			t.Errorf("%s: %v points, want %v", example.rubric, total, example.total)
		}
	}
}

// The edges of the bands belong to the better one, in 20 games and in 50.
func TestEdgesOfBands(t *testing.T) {
	for _, c := range []struct {
		opponent, wins, games int
		want                  float64
	}{
		{0, 18, 20, 25}, {0, 17, 20, 12.75}, {0, 14, 20, 10.5}, {0, 13, 20, 0},
		{1, 45, 50, 25}, {1, 44, 50, 13.2}, {1, 35, 50, 10.5}, {1, 34, 50, 0},
		{2, 14, 20, 14}, {2, 13, 20, 6.5}, {2, 0, 20, 0}, {2, 63, 90, 14}, {2, 81, 90, 25},
		{3, 18, 20, 15}, {3, 17, 20, 8.5}, {3, 13, 20, 3.25},
		{4, 9, 10, 5}, {4, 8, 10, 4}, {4, 6, 10, 0},
		{5, 20, 20, 5}, {5, 15, 20, 3.75}, {5, 10, 20, 1},
	} {
		o := find(t, "usc-2023").Opponents()[c.opponent]
		if got := o.Scale.Points(c.wins, c.games); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%s: %d of %d give %v, want %v", o.Name, c.wins, c.games, got, c.want)
		}
	}
}

// What the assignments say of games, limits and points.
func TestTable(t *testing.T) {
	for name, want := range map[string]string{
		"usc-2021":        "10s: 50 random, 50 greedy, 50 aggressive, 50 alphabeta in 7200; 50 qlearning, 50 championship in 3600; max 100, playable 100",
		"usc-2023":        "54s: 20 random, 20 greedy, 20 aggressive, 20 alphabeta in 7200; 20 qlearning, 20 championship in 3600; max 100, playable 100",
		"usc-2021-submit": "10s: 50 random, 50 greedy, 50 aggressive in 5400; max 75, playable 75",
		"usc-2023-submit": "54s: 20 random, 20 greedy, 20 aggressive in 5400; 10 qlearning, 10 championship in 1800; max 85, playable 85",
	} {
		r := find(t, name)
		got := fmt.Sprintf("%v:", r.Move)
		for _, s := range r.Stages {
			for i, o := range s.Opponents {
				if i > 0 {
					got += ","
				}
				got += fmt.Sprintf(" %d %s", o.Games, o.Name)
			}
			got += fmt.Sprintf(" in %.0f;", s.CPU.Seconds())
		}
		got += fmt.Sprintf(" max %g, playable %g", r.Max(), r.Playable())
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if _, err := Find("usc-1999"); err == nil || err.Error() != `no rubric "usc-1999" (allowed: usc-2021, usc-2023, usc-2021-submit, usc-2023-submit, checkers-2021, halma-2019)` {
		t.Errorf("%v", err)
	}
}

// A point for a single move, ten for a game.
func TestPointsOfSinglesAndGames(t *testing.T) {
	for name, want := range map[string]struct{ single, whole, allowed time.Duration }{
		"checkers-2021": {30 * time.Second, 300 * time.Second, 3000 * time.Second},
		"halma-2019":    {30 * time.Second, 100 * time.Second, 1200 * time.Second},
	} {
		r := find(t, name)
		single, game := r.Opponents()[0], r.Opponents()[1]
		if !single.Single() || single.Games != 10 || game.Single() || game.Games != 9 || r.Max() != 100 || r.Playable() != 100 {
			t.Errorf("%+v", r)
		}
		for wins := range 11 {
			if got := single.Scale.Points(wins, 10); got != float64(wins) {
				t.Errorf("%s: %d moves give %v", name, wins, got)
			}
			if got := game.Scale.Points(min(wins, 9), 9); got != 10*float64(min(wins, 9)) {
				t.Errorf("%s: %d games give %v", name, wins, got)
			}
		}
		if r.limits(single) != (arena.Limits{Move: want.single}) || r.limits(game) != (arena.Limits{Game: want.whole}) || r.AllAllowed() != want.allowed {
			t.Errorf("%s: %+v, %+v, %v", name, r.limits(single), r.limits(game), r.AllAllowed())
		}
	}
}

func TestLimitsCanBeLowered(t *testing.T) {
	for _, c := range []struct {
		rubric              string
		move, whole         time.Duration
		wantMove, wantWhole time.Duration
		err                 string
	}{
		{"checkers-2021", 0, 0, 30 * time.Second, 300 * time.Second, ""},
		{"checkers-2021", time.Second, 2 * time.Second, time.Second, 2 * time.Second, ""},
		{"halma-2019", 0, 100 * time.Second, 30 * time.Second, 100 * time.Second, ""},
		{"usc-2021", time.Second, 0, time.Second, 0, ""},
		{"halma-2019", 0, 101 * time.Second, 0, 0, "101 s for a game (allowed: up to the 100 s of halma-2019)"},
		{"checkers-2021", 31 * time.Second, 0, 0, 0, "31 s for a move (allowed: up to the 30 s of checkers-2021)"},
		{"usc-2021", 0, time.Second, 0, 0, "1 s for a game: usc-2021 limits moves"},
	} {
		r, err := find(t, c.rubric).Lower(c.move, c.whole)
		if c.err != "" {
			if err == nil || err.Error() != c.err {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		if err != nil || r.Move != c.wantMove || r.Whole != c.wantWhole {
			t.Errorf("%+v: %v and %v, %v", c, r.Move, r.Whole, err)
		}
	}
}

// Candidates of a run meet whole games' opponents, at depths that end soon.
func TestSparring(t *testing.T) {
	for name, want := range map[string]string{
		"usc-2023":        "random greedy aggressive alphabeta",
		"usc-2023-submit": "random greedy aggressive",
		"checkers-2021":   "reference:pace=0.3",
		"halma-2019":      "reference:depth=2",
	} {
		var got []string
		for _, o := range find(t, name).Sparring() {
			got = append(got, o.Agent)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// Every rubric can be played, and its plan keeps every allowance.
func TestRubricsAreSound(t *testing.T) {
	const movesOfAGame = 12 // of Little-Go; clocks of whole games are kept anyway
	for _, r := range All() {
		if r.Doc == "" || r.Game == "" || r.Plan > r.Move {
			t.Errorf("%+v", r)
		}
		for _, s := range r.Stages {
			games := 0
			for _, o := range s.Opponents {
				games += o.Games
				if o.Games%2 != 0 && r.Whole == 0 || o.Scale[len(o.Scale)-1].From != 0 {
					t.Errorf("%s: %+v", r.Name, o)
				}
				if !slices.IsSortedFunc(o.Scale, func(a, b stats.Band) int { return int(math.Copysign(1, b.From-a.From)) }) {
					t.Errorf("%s: the bands of %s do not go down", r.Name, o.Name)
				}
			}
			if need, allowed := time.Duration(games*movesOfAGame)*r.Plan, r.Allowed(s); need > allowed {
				t.Errorf("%s, %s: %v planned, %v allowed", r.Name, s.Name, need, allowed)
			}
		}
	}
}

// A course's file may read a text otherwise: nobody wins a drawn game, and a stage that
// takes too long keeps its points.
func TestReadings(t *testing.T) {
	for _, c := range []struct {
		name  string
		other func(*Rubric)
		draws bool // decided by the time left
		over  bool // costs the points
	}{
		{"checkers-2021", func(*Rubric) {}, true, false}, // its stages have no time of their own
		{"checkers-2021", func(r *Rubric) { r.DrawsByTime = false }, false, false},
		{"usc-2023", func(*Rubric) {}, false, true},
		{"usc-2023", func(r *Rubric) { r.Forfeits = false }, false, false},
	} {
		g := grading(t, c.name)
		c.other(&g.Rubric)
		g.Games = 2
		draws := false
		jobs := g.mustJobs(t)
		for i := range jobs {
			draws = draws || jobs[i].DrawOnTime
		}
		wins := make([]int, len(g.Opponents()))
		for i := range wins {
			wins[i] = 2
		}
		report := g.Report(jobs, results(jobs, wins, 1e6)) // all of them take too long
		points, most, another := report.Total()
		if draws != c.draws || report.Stages[0].Over() != c.over || c.over != (points == 0) || another.High < points || c.over != (report.Lost() > 0) {
			t.Errorf("%s: draws %v, over %v, %v of %v points, %+v, %v lost", c.name, draws, report.Stages[0].Over(), points, most, another, report.Lost())
		}
	}
}
