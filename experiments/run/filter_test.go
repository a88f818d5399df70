package run

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"evolab/stats"
)

// someRuns are runs as lists have them.
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
		"":                                     "abcd",
		" ":                                    "abcd",
		`game == "halma"`:                      "c",
		`game != "halma"`:                      "abd",
		`run contains "quick"`:                 "ab",
		`not (run contains "quick")`:           "cd",
		`name == "the better one"`:             "b",
		`lower(note) contains "as hoped"`:      "a",
		"ga.sigma > .2":                        "ab",
		"ga.sigma>.2":                          "ab",
		"ga.sigma == .1":                       "c",
		`ga.sigma <= 1e-1 or game=="littlego"`: "abc",
		"ga.sigma > 0.2 and seed == 2":         "b",
		"ga.sigma > .2 && seed != 2":           "a",
		"test > .7":                            "b",
		"not (test > .7)":                      "acd",
		"not known(test)":                      "cd",
		"known(name)":                          "b",
		"test != .65":                          "bcd",
		"test.opening_plies == '[4, 0]'":       "",
		`"good" in tags`:                       "a",
		`"goo" in tags`:                        "",
		`not ("good" in tags)`:                 "bcd",
		"len(tags) > 1":                        "a",
		"known(tags)":                          "a",
		`sweep == "wide" or status=="crashed"`: "cd",
		`game in ["halma", "checkers"]`:        "c",
		`run matches "quick$" and seed < 2`:    "a",
		`started startsWith "2026-01-02"`:      "b",
		`started > "2026-01-02"`:               "bc",
		`started == "2026-01-01 12:00"`:        "a",
		`player.features == "[all]"`:           "c",
		`player.features contains "eyes"`:      "ab",
		"cpu > 100":                            "b",
		`problem contains "empty"`:             "d",
		"generation >= 0":                      "ab",
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
		"[ga.sgima] > .3":                "neither a fact nor a key of configs, did you mean ga.sigma?",
		"[halma]":                        "neither a fact nor a key of configs",
		"game [=] 'halma'":               "expected: == to compare",
		"[game]":                         `it is no condition but a string (expected: such as game == "halma" or test > .6)`,
		"game [>] 3":                     "invalid operation: > (mismatched types string and int)",
		"(game == 'halma'[]":             "it ends too early",
		"game == 'halma' and[]":          "it ends too early",
		"[<]script>":                     `unexpected token Operator("<")`,
		"ga.sigma [~] 3":                 "unrecognized character: U+007E '~'",
		"name == 'ä' and [ga.sgima] > 3": "neither a fact nor a key of configs, did you mean ga.sigma?",
		"[]" + strings.Repeat("x", 4001): "it has 4001 bytes (allowed: 4000)",
	} {
		marked := text
		text = strings.NewReplacer("[", "", "]", "").Replace(text)
		_, err := ParseFilter(text)
		var mistake *FilterError
		if !errors.As(err, &mistake) {
			t.Errorf("%.50s: %v", text, err)
			continue
		}
		if got := fmt.Sprintf("%s[%s]%s", mistake.Before(), mistake.Wrong(), mistake.After()); got != marked || mistake.What != want {
			t.Errorf("%.50s: %q, want %q at %.50s", got, mistake.What, want, marked)
		}
	}
}

// What a browser asks for ends soon and needs little memory.
func TestFiltersHaveNoLoops(t *testing.T) {
	for _, text := range []string{
		"let r = 1..900000; all(r, all(r, all(r, true)))", `len(reduce(1..40, #acc + #acc, "a")) > 0`, "any(tags, # == 'good')",
		"seed in 1..10", "let x = 3; seed == x", "true; false", "count(tags, true) > 1", "len(map(tags, #)) > 0", "repeat('a', 9999999) == ''",
	} {
		var mistake *FilterError
		if _, err := ParseFilter(text); !errors.As(err, &mistake) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// Whatever is typed, a mistake lies within it; and a condition for a value finds the runs
// that have it.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{`ga.sigma > .3 and game == "checkers"`, `note contains "x\"" or not ("good" in tags)`, "!", "a\xff=", "let r = 1..9; all(r, true)", "test<=65%", "'", "[1, 2][test]"} {
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
		if len(text) > maxFilter/8 || !utf8.ValidString(text) {
			return
		}
		noted := &Summary{Note: text}
		if filter, err = ParseFilter(Condition("note", text)); err != nil || !filter.Holds(noted) {
			t.Fatalf("%q: %v", Condition("note", text), err)
		}
	})
}
