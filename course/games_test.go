package course_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"evolab/agent"
	"evolab/course"
	"evolab/stats"
)

// Every course is of a game that there is, and complete.
func TestCoursesAreComplete(t *testing.T) {
	rubrics := map[string]bool{}
	for _, c := range course.All() {
		if _, err := agent.FindGame(c.Game); err != nil {
			t.Error(err)
		}
		if found, err := course.Find(c.Game); err != nil || found.Game != c.Game || len(c.Files.Sources) == 0 || len(c.Years) == 0 {
			t.Errorf("%s: %+v", c.Game, c)
		}
		if _, err := regexp.Compile(c.SourceWords); err != nil || c.SourceWords == "" {
			t.Errorf("%s: %q, %v", c.Game, c.SourceWords, err)
		}
		for i, y := range c.Years {
			if rubrics[y.Rubric] || (y.Whole == 0) != (len(y.Rehearsal) > 0) || y.Hash != "" || len(y.Readings) == 0 {
				t.Errorf("%s: %+v", c.Game, y)
			}
			if i > 0 && y.Year <= c.Years[i-1].Year {
				t.Errorf("%s: %d is after %d", c.Game, y.Year, c.Years[i-1].Year)
			}
			rubrics[y.Rubric] = true
		}
	}
	if _, err := course.Find("chess"); err == nil {
		t.Error("there is a course of chess")
	}
}

// What a file says of the limits, the opponents and the points, beside the assignments'
// own numbers: a change of a file is one of the grading.
func TestGradings(t *testing.T) {
	usc := func(full, middle, low float64) stats.Scale {
		return stats.Scale{{From: .9, Fixed: full}, {From: .7, PerRate: middle}, {PerRate: low}}
	}
	baselines := func(games, n int) []course.Opponent {
		return []course.Opponent{
			{Name: "random", Agent: "random", Games: games, Scale: usc(25, 15, 0)},
			{Name: "greedy", Agent: "greedy", Games: games, Scale: usc(25, 15, 0)},
			{Name: "aggressive", Agent: "aggressive", Games: games, Scale: usc(25, 20, 10)},
			{Name: "alphabeta", Agent: "alphabeta", Games: games, Scale: usc(15, 10, 5)},
		}[:n]
	}
	learners := func(games int) []course.Opponent {
		return []course.Opponent{
			{Name: "qlearning", Agent: "qlearning", Games: games, Scale: usc(5, 5, 0), Graded: true},
			{Name: "championship", Agent: "champion", Games: games, Scale: usc(5, 5, 2), Graded: true},
		}
	}
	clocked := func(plies int, reference course.Opponent) []course.Stage {
		reference.Name, reference.Games, reference.Scale = "reference", 9, stats.Scale{{PerRate: 90}}
		return []course.Stage{
			{Name: "single moves", Opponents: []course.Opponent{{Name: "single moves", Agent: "random", Games: 10, Scale: stats.Scale{{PerRate: 10}}, Plies: plies}}},
			{Name: "games", Opponents: []course.Opponent{reference}},
		}
	}
	const s = time.Second
	type grading struct {
		game               string
		year               int
		term               string
		move, whole, plan  time.Duration
		grading, rehearsal []course.Stage
	}
	want := map[string]grading{
		"usc-2021": {"littlego", 2021, "CSCI-561 Fall 2021", 10 * s, 0, 2 * s,
			[]course.Stage{{Name: "stage 1", CPU: 7200 * s, Opponents: baselines(50, 4)}, {Name: "stage 2", CPU: 3600 * s, Opponents: learners(50)}},
			[]course.Stage{{Name: "stage 1", CPU: 5400 * s, Opponents: baselines(50, 3)}}},
		"usc-2023": {"littlego", 2023, "CSCI-561 Fall 2023", 54 * s, 0, 6 * s,
			[]course.Stage{{Name: "stage 1", CPU: 7200 * s, Opponents: baselines(20, 4)}, {Name: "stage 2", CPU: 3600 * s, Opponents: learners(20)}},
			[]course.Stage{{Name: "stage 1", CPU: 5400 * s, Opponents: baselines(20, 3)}, {Name: "stage 2", CPU: 1800 * s, Opponents: learners(10)}}},
		"checkers-2021": {"checkers", 2021, "CSCI-561 Spring 2021", 30 * s, 300 * s, s / 4,
			clocked(60, course.Opponent{Agent: "reference:pace=0.3"}), []course.Stage{}},
		"halma-2019": {"halma", 2019, "CSCI-561 Fall 2019", 30 * s, 100 * s, s / 4,
			clocked(150, course.Opponent{Agent: "reference", Untimed: "reference:depth=2"}), []course.Stage{}},
	}
	got := map[string]grading{}
	for _, c := range course.All() {
		for _, y := range c.Years {
			got[y.Rubric] = grading{c.Game, y.Year, y.Term, y.Move, y.Whole, y.Plan, y.Grading, y.Rehearsal}
		}
	}
	for name := range want {
		if !reflect.DeepEqual(got[name], want[name]) {
			t.Errorf("%s:\n%+v, want\n%+v", name, got[name], want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d courses, want %d", len(got), len(want))
	}
}

// The names of each year, with their languages, as its text has them.
func TestNamesOfYears(t *testing.T) {
	littlego := map[string]string{
		"my_player.py": "Python 2", "my_player3.py": "Python 3", "my_player.cpp": "C++", "my_player11.cpp": "C++11", "my_player.java": "Java",
	}
	for rubric, want := range map[string]map[string]string{
		"usc-2021": littlego,
		"usc-2023": littlego,
		"checkers-2021": {
			"homework.py": "Python 3", "homework2.py": "Python 2", "homework.cpp": "C++", "homework11.cpp": "C++11", "homework.java": "Java",
		},
		"halma-2019": {
			"homework.py": "Python 3", "homework3.py": "Python 3", "homework2.py": "Python 2", "homework.cpp": "C++", "homework11.cpp": "C++11", "homework.java": "Java",
		},
	} {
		got := map[string]string{}
		y := year(t, rubric)
		for _, l := range y.Languages {
			for _, name := range l.Programs {
				got[name] = l.Name
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", rubric, got)
		}
		files := y.Files()
		for _, helper := range []string{".py", ".cpp", ".java", ".txt"} {
			if !files.IsHelper("x" + helper) {
				t.Errorf("%s: %s may not come along", rubric, helper)
			}
		}
	}
}

func year(t *testing.T, rubric string) course.Year {
	t.Helper()
	for _, c := range course.All() {
		for _, y := range c.Years {
			if y.Rubric == rubric {
				return y
			}
		}
	}
	t.Fatalf("no rubric %q", rubric)
	return course.Year{}
}

// The games know all names of their courses, so that a program that the course takes
// plays without a course too; nothing else names them.
func TestNamesStandInTheGamesParts(t *testing.T) {
	parts := map[string]bool{}
	for _, c := range course.All() {
		parts[filepath.Join("..", "agent", c.Game+".go")] = true
		g, err := agent.FindGame(c.Game)
		if err != nil {
			t.Fatal(err)
		}
		own, all := slices.Sorted(slices.Values(g.Info().Names.Sources)), slices.Sorted(slices.Values(c.Files.Sources))
		if !slices.Equal(own, all) || g.Info().Names.Second != c.Files.Second {
			t.Errorf("%s: the game has %v, its courses %v", c.Game, own, all)
		}
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || parts[path] {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, c := range course.All() {
			for _, name := range c.Files.Sources {
				if strings.Contains(string(text), `"`+name+`"`) {
					t.Errorf("%s names %s", path, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
