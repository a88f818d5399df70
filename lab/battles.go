package lab

import (
	"fmt"
	"io"
	"slices"

	"evolab/course"
	"evolab/experiments/run"
	"evolab/stats"
)

// printBattles prints the table and the grade of the Little-Go assignment's section
// 9, if the champion met all its players from the start position.
func printBattles(w io.Writer, test []run.MatchLine) {
	met := map[string]run.MatchLine{}
	for _, m := range test {
		if m.OpeningPlies == 0 {
			met[m.Opponent] = m
		}
	}
	battles := course.Battles()
	if slices.ContainsFunc(battles, func(b course.Battle) bool { return met[b.Agent].Games < 2 }) {
		return
	}
	fmt.Fprintf(w, "\nThe assignment's battles: %% of games won, drawn, lost\n")
	row := func(x, o string, r stats.WDL) {
		share := func(n int) float64 { return 100 * float64(n) / float64(r.Games()) }
		fmt.Fprintf(w, "%-9s (X) vs %-9s (O): %6.1f %6.1f %6.1f\n", x, o, share(r.Wins), share(r.Draws), share(r.Losses))
	}
	for _, b := range battles {
		row("qlearner", b.Agent, met[b.Agent].AsFirst)
		row(b.Agent, "qlearner", swapped(met[b.Agent].AsSecond))
	}
	points, most := 0., 0.
	for _, b := range battles {
		m := met[b.Agent]
		rate := b.Rate(m.AsFirst.Losses, m.AsSecond.Losses, m.Games/2)
		fmt.Fprintf(w, "win/draw rate against %-8s %6.2f %%: %5.2f of %2.0f points\n", b.Agent, rate, b.Points(rate), b.Full())
		points, most = points+b.Points(rate), most+b.Full()
	}
	fmt.Fprintf(w, "Task 2 Grade: %.4g / %.0f\n", points, most)
}

// swapped is a result from the other side.
func swapped(r stats.WDL) stats.WDL {
	return stats.WDL{Wins: r.Losses, Draws: r.Draws, Losses: r.Wins}
}
