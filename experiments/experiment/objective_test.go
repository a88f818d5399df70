package experiment_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/course"
	"evolab/course/rubric"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/stats"
)

func parseRubric(text string, overrides ...string) (*experiment.Config, error) {
	c := &experiment.Config{Rubrics: rubric.Objectives()}
	return c, experiment.ParseInto(c, "x.yaml", []byte(text), overrides)
}

func TestRubricBringsItsOpponents(t *testing.T) {
	four := []experiment.Opponent{{"random", 1}, {"greedy", 1}, {"aggressive", 1}, {"alphabeta", 1}}
	for _, c := range []struct {
		overrides string
		want      []experiment.Opponent
	}{
		{"objective=rubric rubric=usc-2023", four},
		{"objective=rubric rubric=usc-2023-submit", four[:3]},
		{"rubric=usc-2021 objective=rubric opponents=[{agent: alphabeta, share: 3}, {agent: random}, {agent: greedy}, {agent: aggressive}]",
			[]experiment.Opponent{{"alphabeta", 3}, {"random", 1}, {"greedy", 1}, {"aggressive", 1}}},
		{"game=checkers objective=rubric rubric=checkers-2021", []experiment.Opponent{{"reference:pace=0.3", 1}}},
		{"game=halma objective=rubric rubric=halma-2019", []experiment.Opponent{{"reference:depth=2", 1}}},
	} {
		c1, err := parseRubric("name: x\n", splitOverrides(c.overrides)...)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(c1.Opponents, c.want) {
			t.Errorf("%s: %v, want %v", c.overrides, c1.Opponents, c.want)
		}
		text, err := c1.YAML()
		if err != nil {
			t.Fatal(err)
		}
		if c2, err := parseRubric(string(text)); err != nil || !slices.Equal(c2.Opponents, c.want) || c2.Objective != "rubric" || c2.Rubric != c1.Rubric {
			t.Errorf("%s: recorded as\n%s", c.overrides, text)
		}
	}
}

// splitOverrides splits at the spaces before keys.
func splitOverrides(text string) []string {
	var list []string
	for _, part := range strings.Split(text, " ") {
		if key, _, ok := strings.Cut(part, "="); ok && !strings.ContainsAny(key, "{[") {
			list = append(list, part)
		} else {
			list[len(list)-1] += " " + part
		}
	}
	return list
}

func TestObjectiveIsChecked(t *testing.T) {
	for overrides, want := range map[string]string{
		"objective=points":                            "points is unknown",
		"objective=rubric":                            `rubric: there is no rubric "" (allowed: usc-2021, usc-2023, usc-2021-submit, usc-2023-submit, checkers-2021, halma-2019, or a course's own file (.yaml))`,
		"objective=rubric rubric=usc-2022":            `rubric: there is no rubric "usc-2022"`,
		"rubric=usc-2023":                             "rubric: goes with objective: rubric (allowed: empty)",
		"objective=mix rubric=usc-2023":               "rubric: goes with objective: rubric",
		"objective=rubric rubric=usc-2023 game=chess": "usc-2023 is a rubric of littlego, not of chess",
		"objective=rubric rubric=usc-2023 opponents=[{agent: random}, {agent: greedy}]":                                                 "opponents: not the opponents of usc-2023 (allowed: random, greedy, aggressive, alphabeta, each with any share)",
		"objective=rubric rubric=usc-2023-submit opponents=[{agent: random}, {agent: greedy}, {agent: aggressive}, {agent: alphabeta}]": "opponents: not the opponents of usc-2023-submit",
		"game=checkers objective=rubric rubric=checkers-2021 opponents=[{agent: random}]":                                               "opponents: not the opponents of checkers-2021 (allowed: reference:pace=0.3, each with any share)",
		"objective=rubric rubric=halma-2019":                                 "halma-2019 is a rubric of halma, not of littlego",
		"objective=rubric rubric=usc-2023 fitness.pairs=11 fitness.rounds=3": "fitness.pairs: a round leaves an opponent without a pair",
	} {
		_, err := parseRubric("name: x\n", splitOverrides(overrides)...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", overrides, err, want)
		}
	}
}

// The rubric may be the grading of a course's own file, which is called by its path and
// read once: what happens to the file later changes nothing.
func TestRubricOfACoursesOwnFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ours.yaml")
	ours := func(change func(y *course.Year)) {
		t.Helper()
		r, err := rubric.Find("usc-2023")
		if err != nil {
			t.Fatal(err)
		}
		y := r.Year
		y.Rubric, y.Grading = "ours-2026", slices.Clone(y.Grading)
		y.Grading[0].Opponents = []course.Opponent{{Name: "eater", Agent: "greedy", Games: 6, Scale: stats.Scale{{PerRate: 8}}}}
		y.Grading = y.Grading[:1]
		change(&y)
		text, err := config.YAML(&y)
		if err == nil {
			err = os.WriteFile(path, text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	overrides := []string{"objective=rubric", "rubric=" + path}
	ours(func(*course.Year) {})
	c, err := parseRubric("name: x\n", overrides...)
	if err != nil {
		t.Fatal(err)
	}
	if want := []experiment.Opponent{{"greedy", 1}}; !slices.Equal(c.Opponents, want) {
		t.Errorf("%v, want %v", c.Opponents, want)
	}
	if want := (agent.Use{Key: "rubric", Path: path}); !slices.Contains(c.Uses(), want) {
		t.Errorf("%v lacks %v, which a resumed run compares", c.Uses(), want)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if r := c.FindRubric(); r == nil || r.Name != path || r.Opponents[0].Games != 6 || r.Opponents[0].Scale.Max() != 8 {
		t.Errorf("%+v", r)
	}
	if list := rubric.Objectives().List; slices.ContainsFunc(list, func(r experiment.Rubric) bool { return r.Name == path }) {
		t.Error("another config knows it")
	}

	for want, change := range map[string]func(*course.Year){
		"is a rubric of checkers, not of littlego": func(y *course.Year) {
			other, err := rubric.Find("checkers-2021")
			if err != nil {
				t.Fatal(err)
			}
			*y = other.Year
		},
		"candidates can meet none of the opponents": func(y *course.Year) {
			y.Grading[0].Opponents[0].Plies, y.Grading[0].Opponents[0].Games = 12, 4
		},
		`ours.yaml:1:7: name: "" is not possible (allowed: lower-case letters, digits and -, up to 40)`: func(y *course.Year) { y.Rubric = "" },
	} {
		ours(change)
		if _, err := parseRubric("name: x\n", overrides...); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "rubric: ") {
			t.Errorf("%v, want %q", err, want)
		}
	}
	for text, want := range map[string]string{"name: [": "ours.yaml:1", "": "ours.yaml:1:1: the file is empty"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := parseRubric("name: x\n", overrides...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := parseRubric("name: x\n", "objective=rubric", "rubric=nowhere/ours.yaml"); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("%v", err)
	}
}

// A command's run reads neither keys of games that the lab knows, nor those of other optimisers.
func TestKeysOfACommand(t *testing.T) {
	c := experiment.Defaults()
	c.Objective, c.Optimizer.Name = experiment.CommandObjective, "spsa"
	for _, path := range []string{"command", "parameters", "spsa.c_end", "fitness.pairs", "test.games"} {
		if !c.Reads(path) {
			t.Errorf("%s is not read", path)
		}
	}
	for _, path := range []string{"game", "player.features", "ga.sigma", "fitness.win_share", "test.opening_plies"} {
		if c.Reads(path) {
			t.Errorf("%s is read", path)
		}
	}
}
