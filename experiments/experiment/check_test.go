package experiment

import (
	"fmt"
	"strings"
	"testing"

	"evolab/features"
	"evolab/internal/config"
)

func TestNamesAreChecked(t *testing.T) {
	everything := "player.features=[all, -" + strings.Join(features.Names(littlegoFeatures(t)), ", -") + "]"
	for override, want := range map[string]string{
		"game=chess":                                   "littlego",
		"variant=superko":                              "host, two-pass",
		"player.features=[stonse]":                     "did you mean stones",
		"player.features=[all, edge]":                  "player.features.1: edge is among all (with -edge it would be left out) (allowed: [all], [all, -NAME, ...], ",
		"player.features=[all, -edge]":                 "",
		"player.features=[-links, all, -edge]":         "",
		"player.features=[all, -edg]":                  "player.features.1: littlego has no feature \"edg\", did you mean edge? (allowed: stones, ",
		"player.features=[all, -all]":                  "player.features.1: littlego has no feature \"all\"",
		"player.features=[all, -]":                     "player.features.1: littlego has no feature \"\"",
		"player.features=[all, -edge, -edge]":          "player.features.2: the same as item 1",
		"player.features=[-edge]":                      "player.features.0: -edge leaves a feature out of all, which is not there (allowed: [all, -edge])",
		"player.features=[stones, -edge]":              "player.features.1: -edge leaves a feature out of all",
		"player.features=[all, none]":                  "player.features.1: none stands alone",
		everything:                                     "player.features: without connectives and patterns, nothing is left to look at",
		"player.features=[edge, edge]":                 "player.features.1: the same as item 0",
		"test.opening_plies=[4, 4]":                    "test.opening_plies.1: the same as item 0",
		"opponents=[{agent: random}, {agent: random}]": "opponents.1.agent: the same as item 0",
		"opponents=[{agent: stockfish}]":               "no agent",
		"start=nowhere.json":                           "random, zero, hand",
		"fitness.opening_plies=20":                     "",
		"start=td":                                     "",
		"start=qlearning":                              "",
	} {
		_, err := Parse("x.yaml", []byte("game: littlego\n"), []string{override}, CheckNames)
		if want == "" {
			if err != nil {
				t.Errorf("%s: %v", override, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", override, err, want)
		}
	}
}

// A client of an Artemis server is told of every move of an opening, which is found out
// for short ones alone.
func TestOpeningsOfClients(t *testing.T) {
	lengths := func(c *Config, report config.Report) {
		g, err := c.FindGame()
		if err != nil {
			t.Fatal(err)
		}
		checkLengths(c, g.Info(), report)
	}
	for override, want := range map[string]string{
		"fitness.opening_plies=11":    "fitness.opening_plies: 11 plies are too many for opponents.0.agent, which is told of each of them (allowed: 0..10)",
		"test.opening_plies=[0, 20]":  "test.opening_plies.1: 20 plies are too many",
		"test.opening_plies=[10]":     "",
		"opponents=[{agent: greedy}]": "",
	} {
		_, err := Parse("x.yaml", []byte("game: konane\nopponents: [{agent: 'artemis:dir=.,cmd=true'}]\n"), []string{override}, lengths)
		if got := fmt.Sprint(err); (err == nil) != (want == "") || !strings.Contains(got, want) && want != "" {
			t.Errorf("%s: %v, want %q", override, err, want)
		}
	}
}

// The suites of Little-Go that come with the experiments.
const (
	trainSuite  = "../suites/littlego-training.txt"
	reportSuite = "../suites/littlego-reporting.txt"
)

func TestSuitesAreChecked(t *testing.T) {
	for overrides, want := range map[string]string{
		"objective=accuracy":                                 "accuracy.train: a part of the fitness is accuracy, but there is no suite to train on",
		"game=konane accuracy.report=shipped":                "no suite of konane comes with the program",
		"accuracy.train=nowhere.txt":                         "nowhere.txt",
		"accuracy.train=" + reportSuite:                      "a suite of the reporting part (expected: training)",
		"accuracy.report=" + trainSuite:                      "a suite of the training part (expected: reporting)",
		"game=tictactoe accuracy.report=" + reportSuite:      "a suite of littlego",
		"objective=rubric rubric=usc-2023 accuracy.share=.5": "goes with objective: mix",
		"accuracy.share=.5 accuracy.train=" + trainSuite:     "no suite to validate it on",
		"accuracy.report=config_test.go":                     "config_test.go",
		"objective=accuracy optimizer=spsa spsa.meet=both":   "spsa.meet: both does not go with objective: accuracy (allowed: opponents)",
	} {
		_, err := Parse("x.yaml", []byte("game: littlego\n"), strings.Fields(overrides), CheckNames)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", overrides, err, want)
		}
	}
}
