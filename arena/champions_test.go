package arena

import (
	"flag"
	"testing"

	"evolab/agent"
)

var long = flag.Bool("long", false, "also play the 200 games of each champion against random")

// The frozen agent, as it plays when nothing limits it, wins all its games
// against random, as either side, from the start and from random openings. In
// tic-tac-toe random can hold a draw: there it only never loses, and only from
// the start, since some openings are lost.
func TestChampionsBeatRandom(t *testing.T) {
	for _, g := range agent.Games() {
		name := g.Info().Name
		games := 4
		if *long {
			games = 200
		}
		t.Run(name, func(t *testing.T) {
			switch name {
			case "tictactoe":
				champion(t, g, "", games, 0)
			case "konane": // games on 18x18 take a second
				champion(t, g, "8x8", games, 0)
				champion(t, g, "", games/100*100, 0)
				champion(t, g, "", games/100*100, 2)
			case "halma": // moves without a limit take a tenth of a second
				champion(t, g, "", max(2, games/100*100), 2)
				champion(t, g, "", games/100*100, 0)
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
