package experiment

import (
	"strings"
	"testing"
)

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
		"accuracy.report=suites_test.go":                     "suites_test.go",
	} {
		_, err := Parse("x.yaml", []byte("game: littlego\n"), strings.Fields(overrides), CheckNames)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", overrides, err, want)
		}
	}
}
