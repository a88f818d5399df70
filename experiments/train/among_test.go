package train

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

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
	done, err := Run(context.Background(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn, Watch: &quiet{}})
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
	if got := mirrored(one); got != other {
		t.Errorf("%+v, want %+v", got, other)
	}
}
