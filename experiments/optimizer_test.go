package experiments

import (
	"fmt"
	"path/filepath"
	"testing"

	"evolab/evolve"
)

// Every optimiser runs from the command line's names to a champion, and plays
// no more games than it may.
func TestEveryOptimizerRuns(t *testing.T) {
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			const games = 600
			done := runTiny(t, 2, "optimizer="+entry.Name, "sampling.population=6", fmt.Sprintf("training_games=%d", games))
			metrics, err := ReadLines[Metrics](filepath.Join(done.Folder, MetricsFile))
			if err != nil {
				t.Fatal(err)
			}
			last := metrics[len(metrics)-1]
			if last.Games > games || last.Games < games*2/3 || last.Generation < 2 {
				t.Errorf("%d games in %d generations, %d games allowed", last.Games, last.Generation, games)
			}
			if len(done.Evidence.Test) == 0 || len(done.Weights.Values) == 0 {
				t.Errorf("no champion: %+v", done.Evidence)
			}
		})
	}
}

func TestTrainingGamesTakeTheGenerationsPlace(t *testing.T) {
	for _, test := range []struct {
		overrides   []string
		generations int
	}{
		{nil, 55},
		{[]string{"training_games=100000"}, 12}, // 7,200 games a generation
		{[]string{"training_games=1"}, 1},
		{[]string{"optimizer=cma-es", "training_games=300000"}, 99}, // 25 x 120 games
		{[]string{"optimizer=de", "training_games=57600"}, 9},       // 2 x 24 x 120 games
	} {
		_, plan := parse(t, "seed: 1", test.overrides...).plan()
		if plan.Generations != test.generations {
			t.Errorf("%v: %d generations, want %d", test.overrides, plan.Generations, test.generations)
		}
	}
}
