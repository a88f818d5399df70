package lab

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"evolab/experiments/run"
	"evolab/experiments/train"
	"evolab/stats"
)

// printDone prints the result of a run, and what to do with it.
func (a *app) printDone(d train.Done) {
	if d.Headline != "" {
		fmt.Fprintln(a.out, folded(d.Headline))
	}
	if len(d.Evidence.Test) > 0 {
		fmt.Fprintf(a.out, "\nThe champion at %s, from k random opening plies: score in %% with its 95 %%\ninterval, in all and on each side. Intervals count repeated games only once.\n", d.Evidence.Look())
		sides := [2]string{"first", "second"}
		if g, err := a.games.Find(d.Weights.Game); err == nil {
			sides = g.Info().Sides
		}
		printTest(a.out, sides, d.Evidence.Test)
		if d.Weights.Game == "tictactoe" {
			printBattles(a.out, d.Test)
		}
	}
	workers := fmt.Sprintf("with %d workers", d.Workers)
	if d.Workers == 0 {
		workers = "with the workers of a cluster"
	}
	a.remark("training: %d games in %.1f s, %.0f games/s %s\n",
		d.Evidence.Games, d.Training.Seconds(), float64(d.Evidence.Games)/d.Training.Seconds(), workers)
	a.remark("figures: %s\nfreeze the champion with: evolve freeze %s\n", oneLine(filepath.Join(d.Folder, run.PlotsFolder)), oneLine(filepath.Base(d.Folder)))
}

// printTest prints the table of a champion's test. With names of up to 11 letters
// it fits a terminal of 80 columns.
func printTest(w io.Writer, sides [2]string, test []run.Versus) {
	const row = "%-11s %2v %12s %19s %15s %15s\n"
	fmt.Fprintf(w, row, "opponent", "k", "games", "score", sides[0], sides[1])
	for _, v := range test {
		games := fmt.Sprint(v.Games)
		if 100*v.Duplicates > v.Games {
			games = fmt.Sprintf("%d of %d", v.Games-v.Duplicates, v.Games)
		}
		fmt.Fprintf(w, row, v.Opponent, v.OpeningPlies, games, inPercent(v.Score, 1), inPercent(v.AsFirst, 0), inPercent(v.AsSecond, 0))
	}
}

// inPercent formats an estimate without its unit.
func inPercent(e stats.Estimate, decimals int) string {
	return fmt.Sprintf("%.*f [%.*f, %.*f]", decimals, 100*e.Value, decimals, 100*e.Low, decimals, 100*e.High)
}

// folded breaks a headline in two if it does not fit a terminal of 80 columns.
func folded(headline string) string {
	if len(headline) <= 80 {
		return headline
	}
	return strings.Replace(headline, "; ", ";\n", 1)
}
