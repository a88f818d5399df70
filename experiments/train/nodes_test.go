package train

import (
	"bytes"
	"context"
	"testing"

	"evolab/experiments/experiment"
)

// searching are the settings of a tiny run whose players search some nodes a
// move, on both sides.
func searching(game string) []string {
	return []string{
		"game=" + game, "player.nodes=30", "start=hand", "ga.sigma=.2", "ga.population=4", "fitness.pairs=2", "generations=2",
		"opponents=[{agent: 'hand:nodes=30,ties=random', share: 2}, {agent: greedy}]", "archive={share: .3, every: 1}",
		"validation={games: 4, candidates: 2, candidate_games: 4}", "test={games: 4, opening_plies: [2]}",
	}
}

// A search that nodes limit plays alike for any number of workers, and after an
// interruption.
func TestNodesKeepTheBytes(t *testing.T) {
	for _, game := range []string{"littlego", "checkers"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			settings := searching(game)
			undisturbed := runTiny(t, 3, settings...)
			if e := undisturbed.Evidence; e.Nodes != 30 || e.Depth != 0 || e.Look() != (experiment.Look{Nodes: 30}) {
				t.Errorf("the champion looks ahead by %+v", e.Look())
			}
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			done, err := Run(ctx, tinyConfig(t, settings...), Options{Root: t.TempDir(), Workers: 1, Formats: undrawn, Watch: &quiet{cancel: cancel, cancelAfter: 1}})
			if err != nil || !done.Interrupted {
				t.Fatalf("%+v, %v", done, err)
			}
			if _, err := resumeTiny(t, done.Folder); err != nil {
				t.Fatal(err)
			}
			for _, file := range lasting() {
				if !bytes.Equal(read(t, undisturbed.Folder, file), read(t, done.Folder, file)) {
					t.Errorf("%s differs", file)
				}
			}
		})
	}
}
