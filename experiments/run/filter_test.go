package run

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"evolab/stats"
)

// someRuns are runs as the index has them.
func someRuns() []*Summary {
	f := func(x float64) *float64 { return &x }
	return []*Summary{
		{Run: "2026-01-01-120000-quick", Game: "littlego", Status: IsFinished, Experiment: "quick", Seed: 1, Generation: 3, Games: 300, CPU: 90, Setting: "aa", Best: f(.8), Validated: f(.7),
			Test: &stats.Estimate{Value: .65, Low: .6, High: .7}, Started: time.Date(2026, 1, 1, 12, 0, 0, 0, time.Local), Tags: []string{"good", "tuned"}, Note: "as hoped (nearly)",
			settings: map[string]string{"seed": "1", "ga.sigma": "0.3", "name": `"quick"`, "player.features": "[all, -eyes]"}},
		{Run: "2026-01-02-120000-quick", Game: "littlego", Status: IsFinished, Experiment: "quick", Seed: 2, Generation: 3, Games: 300, CPU: 110, Setting: "aa", Best: f(.8), Validated: f(.6),
			Test: &stats.Estimate{Value: .75, Low: .7, High: .8}, Started: time.Date(2026, 1, 2, 12, 0, 0, 0, time.Local), Name: "the better one",
			settings: map[string]string{"seed": "2", "ga.sigma": "0.3", "name": `"quick"`, "player.features": "[all, -eyes]"}},
		{Run: "halma", Game: "halma", Status: IsRunning, Experiment: "slow", Sweep: "wide", Seed: 18446744073709551615, Generation: -1, Setting: "bb", Started: time.Date(2026, 1, 3, 0, 0, 30, 0, time.Local),
			settings: map[string]string{"seed": "18446744073709551615", "ga.sigma": "0.10", "name": `"slow"`, "player.features": "[all]"}},
		{Run: "broken", Status: IsCrashed, Generation: -1, Problem: "config.yaml: it is empty"},
	}
}

func TestFilters(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   "abcd",
		"game=halma":                         "c",
		"GAME = Halma":                       "c",
		"game!=halma":                        "abd",
		"quick":                              "ab",
		`"better one"`:                       "b",
		"not quick":                          "cd",
		"not not quick":                      "ab",
		"ga.sigma>.2":                        "ab",
		"ga.sigma=.1":                        "c",
		"ga.sigma<=1e-1 or game=littlego":    "abc",
		"ga.sigma>.2 and seed=2":             "b",
		"seed=18446744073709551615":          "c",
		"seed=18446744073709551614":          "",
		"test>.7":                            "b",
		"test>=65%":                          "ab",
		"not test>.7":                        "acd",
		"test=''":                            "cd",
		"test!=''":                           "ab",
		"tags=good":                          "a",
		"tags=goo":                           "",
		"tags~goo":                           "a",
		"tags!=good":                         "bcd",
		"sweep=wide or status=crashed":       "cd",
		"quick and (seed=1 or seed=2)":       "ab",
		"halma or quick and seed=1":          "ac",
		"(halma or quick) and seed=1":        "a",
		"started=2026-01-02":                 "b",
		"started>2026-01-01":                 "bc",
		"started>=2026-01-01":                "abc",
		"started<2026-01-02":                 "a", // what is not known is neither before nor after
		`started="2026-01-01 12:00"`:         "a",
		"started=2026-01-03T00:00":           "c",
		`player.features="[all]"`:            "c",
		"player.features~eyes":               "ab",
		`note~"(nearly)"`:                    "a",
		"note='AS HOPED (NEARLY)'":           "a",
		"experiment=quick and not name~bett": "a",
		"cpu>100":                            "b",
		"problem~empty":                      "d",
		"setting=aa":                         "ab",
		"generation>-1":                      "ab",
		`"and"`:                              "",
	} {
		f, err := ParseFilter(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		got := ""
		for i, s := range someRuns() {
			if f.Holds(s) {
				got += string(rune('a' + i))
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// A text that is no filter has its mistake marked: here by brackets.
func TestMistakesInFilters(t *testing.T) {
	for text, want := range map[string]string{
		"ga.sgima>.3":                  "neither a fact nor a key of configs, did you mean ga.sigma?",
		"ga.sigma>.3 and game":         "",
		"ga.sigma>big":                 `ga.sigma is a number, and "big" is none`,
		"game>halma":                   "game has no order (expected: = != ~ or !~)",
		"game=":                        "expected: a value after =",
		"game=halma seed=1":            "expected: and, or, or the end",
		"game=halma and":               "it ends where a condition should follow",
		"game=halma and or":            "expected: a condition, such as game=halma or test>.6",
		"(game=halma":                  "this bracket is not closed",
		"game=halma)":                  "expected: and, or, or the end",
		"(quick halma)":                "expected: and, or, or a closing bracket",
		`note="open`:                   "the quotes are not closed",
		"game==halma":                  "expected: a value after =",
		"=halma":                       "expected: a condition, such as game=halma or test>.6",
		"started>yesterday":            "started is a time (expected: such as 2026-01-31 or \"2026-01-31 12:00\")",
		"test>NaN":                     `test is a number, and "NaN" is none`,
		"größe & x":                    "no word, comparison or bracket begins so (other characters stand in quotes)",
		"()":                           "expected: a condition, such as game=halma or test>.6",
		strings.Repeat("(", 101) + "x": "more than 100 brackets in each other",
		strings.Repeat("x", 4001):      "it has 4001 bytes (allowed: 4000)",
	} {
		marks := map[string]string{
			"ga.sgima>.3": "[ga.sgima]>.3", "ga.sigma>big": "ga.sigma>[big]", "game>halma": "game[>]halma", "game=": "game=[]", "game=halma seed=1": "game=halma [seed]=1",
			"game=halma and or": "game=halma and [or]", "(game=halma": "[(]game=halma", `note="open`: `note=["open]`, "game==halma": "game=[=]halma", "größe & x": "größe [&] x",
		}
		_, err := ParseFilter(text)
		var mistake *FilterError
		switch {
		case want == "" && err == nil:
		case !errors.As(err, &mistake):
			t.Errorf("%.50s: %v", text, err)
		case mistake.What != want:
			t.Errorf("%.50s: %q, want %q", text, mistake.What, want)
		case marks[text] != "" && fmt.Sprintf("%s[%s]%s", mistake.Before(), mistake.Wrong(), mistake.After()) != marks[text]:
			t.Errorf("%.50s: the mark is %s[%s]%s", text, mistake.Before(), mistake.Wrong(), mistake.After())
		}
	}
}

// Whatever is typed, a mistake lies within it; and a condition for a value finds the runs
// that have it.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"ga.sigma>.3 and game=checkers", `note~"x\"" or (not tags=good)`, "started>=2026-01-02", "!", "a\xff=", "test<=65%", "'"} {
		f.Add(text)
	}
	runs := someRuns()
	f.Fuzz(func(t *testing.T, text string) {
		filter, err := ParseFilter(text)
		var mistake *FilterError
		switch {
		case err == nil:
			for _, s := range runs {
				filter.Holds(s)
			}
		case !errors.As(err, &mistake) || mistake.Start < 0 || mistake.End < mistake.Start || mistake.End > len(text) || mistake.Before()+mistake.Wrong()+mistake.After() != text:
			t.Fatalf("%q: %v", text, err)
		}
		noted := &Summary{Note: text}
		filter, err = ParseFilter(Condition("note", "=", text))
		if len(text) < maxFilter/3 && (err != nil || !filter.Holds(noted)) {
			t.Fatalf("%q: %v", Condition("note", "=", text), err)
		}
	})
}
