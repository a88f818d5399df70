package train

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/stats"
)

// worst is a file of weights that every round beats.
func worst(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "worst.json")
	text := `{"schema": 1, "game": "tictactoe", "variant": "standard", "features": ["threats_own", "centre"], "weights": [-1, -1]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Whoever plays for the championship meets each of the others, on games of their
// own, and nobody else: all of them beat the opponents of the config.
func TestRoundsPlayEachOtherForTheChampionship(t *testing.T) {
	c := learningConfig(t, "start="+worst(t), "player.nodes=5", "seed=4", "selfplay.nodes=[2, 5, 30]", "selfplay.match_games=10", "validation={games: 10, candidates: 3, candidate_games: 20}")
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn})
	if err != nil {
		t.Fatal(err)
	}
	lines, err := run.ReadLines[run.MatchLine](filepath.Join(done.Folder, run.MatchesFile))
	if err != nil {
		t.Fatal(err)
	}
	points, met := map[string]float64{}, 0
	for _, l := range lines {
		if l.Purpose != run.ChooseMatch {
			continue
		}
		var born int
		if _, err := fmt.Sscanf(l.Opponent, "generation %d", &born); err != nil {
			t.Fatalf("%s meets %s for the championship", l.Player, l.Opponent)
		}
		won := l.AsFirst.Add(l.AsSecond)
		points[l.Player] += won.Score()
		points[roundID(born)] += won.Swap().Score()
		met++
	}
	best := roundID(done.Evidence.Generation)
	for id, p := range points {
		if p > points[best] {
			t.Errorf("%s is the champion: %v", best, points)
		}
		t.Logf("%s: %.3f", id, p)
	}
	k := len(points)
	chosen := done.Evidence.Chosen
	if k < 2 || met != k*(k-1)/2 || chosen == nil || chosen.Score.Value != points[best]/float64(k-1) {
		t.Errorf("%d candidates, %d matches, %v, %+v", k, met, points, chosen)
	}
}

// The rival's result is the other half of the points and of the fitness.
func TestMirrored(t *testing.T) {
	var one, other stats.Result
	for _, pair := range []struct {
		first, second int
		fitness       float64
	}{{2, 0, .75}, {1, 2, .5}, {0, 0, .125}} {
		one.AddPair(pair.first, pair.second, pair.fitness)
		other.AddPair(2-pair.second, 2-pair.first, 1-pair.fitness)
	}
	if got := swapSides(one); got != other {
		t.Errorf("%+v, want %+v", got, other)
	}
}

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
	v, err := s.playMatch(context.Background(), done.Weights, opponent{name: run.HandName, agent: hand}, 200, matchPlan{purpose: experiment.TestSeed, pool: arena.Cores{Workers: 1}})
	if err != nil {
		t.Fatal(err)
	}
	share := 1 - float64(v.Duplicates)/float64(v.Games)
	if all, got := v.result.Pairs.Score(), v.Score; v.Duplicates == 0 || got.Value != all.Value || got != v.result.Pairs.ScoreOf(share) || got.High-got.Low <= all.High-all.Low {
		t.Errorf("%d of %d games repeat: %v, of all %v", v.Duplicates, v.Games, got, all)
	}
}
