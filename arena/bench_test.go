package arena

import (
	"context"
	"fmt"
	"testing"

	"evolab/agent"
	"evolab/search/cputime/cputimetest"
)

// BenchmarkGames plays shallow games of each kind; allocations are mostly the arena's.
func BenchmarkGames(b *testing.B) {
	for _, match := range []struct {
		game  string
		games int
	}{{"littlego", 200}, {"checkers", 100}, {"halma", 4}, {"konane", 10}, {"tictactoe", 200}} {
		for _, specs := range [][]string{{"random", "random"}, {"hand:depth=2,ties=random", "alphabeta"}} {
			b.Run(fmt.Sprintf("%s/%s-%s", match.game, specs[0], specs[1]), func(b *testing.B) {
				g, err := agent.FindGame(match.game)
				if err != nil {
					b.Fatal(err)
				}
				round := Round{Game: g, Agents: agentsOf(b, g, specs...)}
				cpu := cputimetest.Start(b)
				for b.Loop() {
					jobs, err := Match{Games: match.games, OpeningPlies: 4, Seed: 1}.Jobs(g, 0, 1, 0)
					if err == nil {
						_, err = Cores{Workers: 1}.Run(context.Background(), round, jobs)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(match.games*b.N)/cpu.Seconds(), "games/s")
			})
		}
	}
}
