package arena

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"evolab/agent"
	"evolab/internal/goldentest"
	"evolab/internal/longtest"
)

func littlego(t testing.TB) agent.Game {
	t.Helper()
	g, err := agent.FindGame("littlego")
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func agents(t testing.TB, specs ...string) []agent.Agent {
	t.Helper()
	return agentsOf(t, littlego(t), specs...)
}

func agentsOf(t testing.TB, g agent.Game, specs ...string) []agent.Agent {
	t.Helper()
	var list []agent.Agent
	for _, text := range specs {
		spec, err := agent.ParseSpec(text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := g.Agent(spec, agent.Env{Programs: agent.Unannounced()})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

func play(t testing.TB, m Match, workers int, specs ...string) ([]Job, []Record) {
	t.Helper()
	g := littlego(t)
	jobs, err := m.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	games := Round{Game: g, Agents: agents(t, specs...)}
	records, err := Cores{Workers: workers}.Run(context.Background(), games, jobs)
	if err != nil {
		t.Fatal(err)
	}
	return jobs, records
}

// The win rates of the baselines against each other, from openings of two
// random plies: a change of any of them shows here. Those below the diagonal are the same
// games, seen by the other player: they are played with -long.
func TestBaselineMatrix(t *testing.T) {
	names := []string{"random", "greedy", "aggressive", "alphabeta", "minimax", "hand:depth=2,ties=random"}
	var b strings.Builder
	fmt.Fprintf(&b, "%-12s", "row's score")
	for _, name := range names {
		fmt.Fprintf(&b, "%11.10s", name)
	}
	scores := map[[2]string]float64{}
	for i, row := range names {
		fmt.Fprintf(&b, "\n%-12.10s", row)
		for j, column := range names {
			score := 1 - scores[[2]string{column, row}]
			if j >= i || longtest.Enabled() {
				jobs, records := play(t, Match{Games: 400, OpeningPlies: 2, Seed: 11}, 2, row, column)
				score = Sum(jobs, records, 0).Total().Score()
			}
			scores[[2]string{row, column}] = score
			fmt.Fprintf(&b, "%11.4f", score)
		}
	}
	b.WriteString("\n")
	goldentest.Compare(t, "testdata/baselines.golden", []byte(b.String()))
}

// Two random players never pass by choice, so their games take all 24 plies,
// but for the rare ones in which both are left without a placement.
func TestLengthOfGamesBetweenRandomPlayers(t *testing.T) {
	const games = 10_000
	_, records := play(t, Match{Games: games, Seed: 6}, 2, "random", "random")
	plies := 0
	for _, rec := range records {
		plies += rec.Plies
	}
	if mean := float64(plies) / games; mean < 23.995 {
		t.Errorf("%.4f plies on average, want 24.00", mean)
	}
}

var largeBoards = flag.Int("large", 100, "games of each champion on the boards of Halma and Konane, with -long")

// The frozen agent, as it plays when nothing limits it, wins all its games
// against random, as either side, from the start and from random openings. In
// tic-tac-toe random can hold a draw: there it only never loses, and only from
// the start, since some openings are lost.
func TestChampionsBeatRandom(t *testing.T) {
	for _, g := range agent.Games() {
		name := g.Info().Name
		games, large := 4, 0
		if longtest.Enabled() {
			games, large = 100, *largeBoards // of two openings: 200 wins bound the losses of a game to 1.5 %
		}
		t.Run(name, func(t *testing.T) {
			switch name {
			case "tictactoe":
				champion(t, g, "", games, 0)
			case "konane": // games on 18x18 take a second
				champion(t, g, "8x8", games, 0)
				champion(t, g, "", large, 0)
				champion(t, g, "", large, 2)
			case "halma": // moves without a limit take a tenth of a second
				champion(t, g, "", max(2, large), 2)
				champion(t, g, "", large, 0)
			default:
				champion(t, g, "", games, 0)
				champion(t, g, "", games, 2)
			}
		})
	}
}

func champion(t *testing.T, g agent.Game, variant string, games, opening int) {
	t.Helper()
	if games == 0 {
		return
	}
	jobs, err := Match{Variant: variant, Games: games, OpeningPlies: opening, Seed: 1, OwnSeeds: true}.Jobs(g, 0, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	round := Round{Game: g, Agents: agentsOf(t, g, "frozen", "random")}
	records, err := Cores{}.Run(t.Context(), round, jobs)
	if err != nil {
		t.Fatal(err)
	}
	res := Sum(jobs, records, 0)
	if draws := res.Total().Draws; res.Total().Losses > 0 || draws > 0 && g.Info().Name != "tictactoe" {
		t.Errorf("%s %s from %d random plies: %+v, %v", g.Info().Name, variant, opening, res.Total(), res.ReasonList())
	}
}
