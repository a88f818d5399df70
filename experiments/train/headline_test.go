package train

import (
	"context"
	"regexp"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/stats"
)

// A run ends with one line, whatever it is after.
func TestHeadline(t *testing.T) {
	const hand = `; (beats|loses to|even with) hand \d+\.\d % \[\d+\.\d, \d+\.\d\]$`
	exams := []string{"accuracy.train=" + trainSuite, "accuracy.report=" + reportSuite}
	for _, test := range []struct {
		overrides []string
		want      string
	}{
		{nil, `^start weights \d+ % -> champion \d+ % of the mix` + hand},
		{[]string{"game=tictactoe", "fitness.opening_plies=1", "test.opening_plies=[0, 1]"}, `^start weights \d+ % -> champion \d+ % of the mix` + hand},
		// The start weights were not measured from these openings.
		{[]string{"test.opening_plies=[2]"}, `^champion \d+ % of the mix` + hand},
		{forPoints, `^start weights \d+\.\d -> champion \d+\.\d of \d+ points of usc-2023` + hand},
		{append(exams, "objective=accuracy"), `^start weights keep \d+ % -> champion \d+ % of the values of the reporting suite` + hand},
		{append(exams[:1:1], "objective=accuracy", "accuracy.report=shipped"), `^start weights keep \d+ % -> champion \d+ % of the values of the reporting suite` + hand},
	} {
		done := runTiny(t, 2, append(test.overrides, "generations=1")...)
		if !regexp.MustCompile(test.want).MatchString(done.Headline) {
			t.Errorf("%q: %q, want %s", test.overrides, done.Headline, test.want)
		}
	}
}

func TestVerdictAgainstAnOpponent(t *testing.T) {
	for want, score := range map[string]stats.Estimate{
		"beats hand 70.5 % [68.7, 72.3]":     {Value: .705, Low: .687, High: .723},
		"loses to hand 40.0 % [35.0, 45.0]":  {Value: .4, Low: .35, High: .45},
		"even with hand 49.0 % [46.0, 52.0]": {Value: .49, Low: .46, High: .52},
	} {
		if got := against(run.HandName, score); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// Games that repeat others tell nothing: their intervals are wider, and there is
// no warning about what a usual config always does.
func TestRepeatedGamesCountOnce(t *testing.T) {
	done := runTiny(t, 1, "test={games: 200, opening_plies: [0]}", "generations=1")
	if len(done.Evidence.Warnings) > 0 {
		t.Errorf("warnings: %q", done.Evidence.Warnings)
	}
	s, err := newSetup(tinyConfig(t), agent.Programs{})
	if err != nil {
		t.Fatal(err)
	}
	hand, err := s.player(s.game.Info().Hand)
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.measure(context.Background(), done.Weights, opponent{name: run.HandName, agent: hand}, 200, measurement{purpose: experiment.TestSeed, pool: arena.Cores{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	share := 1 - float64(v.Duplicates)/float64(v.Games)
	if all, got := v.met.Pairs.Score(), v.Score; v.Duplicates < 100 || got.Value != all.Value || got != v.met.Pairs.ScoreOf(share) || got.High-got.Low <= all.High-all.Low {
		t.Errorf("%d of %d games repeat: %v, of all %v", v.Duplicates, v.Games, got, all)
	}
}
