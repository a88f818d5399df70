package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"evolab/arena/tournament"
	"evolab/stats"
)

// tableText is a tournament's result as people read it.
func tableText(t *tournament.Table) string {
	var b strings.Builder
	b.WriteString(standings(t))
	b.WriteString(championText(t.Champion))
	if len(t.Rows) <= widestCross {
		b.WriteString("\n" + crossTable(t))
	}
	for _, text := range t.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", text)
	}
	return b.String()
}

// championText names who has won the final.
func championText(c *tournament.Champion) string {
	if c == nil {
		return ""
	}
	even := ""
	if c.Total.Wins == c.Total.Losses {
		even = ", and ranked first before the final"
	}
	return fmt.Sprintf("\nchampion: %s (%d-%d-%d against %s%s)\n", c.Agent, c.Total.Wins, c.Total.Draws, c.Total.Losses, c.Against, even)
}

// standings is the list of the players.
func standings(t *tournament.Table) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "#\tagent\telo\t95 %%\tscore\t95 %%\tW-D-L\tas %s\tas %s\t\n", t.Sides[0], t.Sides[1])
	for _, r := range t.Rows {
		fmt.Fprintf(w, "%d\t%s\t%+.0f\t%s\t%s\t%s\t%d-%d-%d\t%s\t%s\t%s\n", r.Place, r.Agent, r.Rating.Value, halfWidth(r.Rating),
			share(r.Score.Value), interval(r.Score), r.Total.Wins, r.Total.Draws, r.Total.Losses, rate(r.AsFirst), rate(r.AsSecond), lostBy(r.Reasons))
	}
	w.Flush()
	return b.String()
}

func halfWidth(e stats.Estimate) string { return fmt.Sprintf("±%.0f", (e.High-e.Low)/2) }

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func interval(e stats.Estimate) string { return fmt.Sprintf("[%.1f, %.1f]", 100*e.Low, 100*e.High) }

// rate is a score in per cent, or nothing without games.
func rate(w stats.WDL) string {
	if w.Games() == 0 {
		return "-"
	}
	return share(w.Score())
}

// lostBy lists the losses that were not normal ones. It follows the last column,
// which nothing separates from it.
func lostBy(reasons map[string]int) string {
	var list []string
	for reason, n := range reasons {
		list = append(list, fmt.Sprintf("%s %d", reason, n))
	}
	if len(list) == 0 {
		return ""
	}
	slices.Sort(list)
	return "  " + strings.Join(list, ", ")
}

// widestCross is the largest number of players whose table of encounters fits
// a wide terminal.
const widestCross = 20

// crossTable shows the row's score against each column, in per cent.
func crossTable(t *tournament.Table) string {
	met := map[[2]string]stats.WDL{}
	for _, m := range t.Met {
		met[[2]string{m.A, m.B}] = met[[2]string{m.A, m.B}].Add(m.Total)
		met[[2]string{m.B, m.A}] = met[[2]string{m.B, m.A}].Add(m.Total.Swap())
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\tscore in % against\t")
	for i := range t.Rows {
		fmt.Fprintf(w, "%d\t", i+1)
	}
	for i, row := range t.Rows {
		fmt.Fprintf(w, "\n%d\t%s\t", i+1, row.Agent)
		for _, column := range t.Rows {
			cell := "."
			if score := met[[2]string{row.Agent, column.Agent}]; score.Games() > 0 {
				cell = fmt.Sprintf("%.0f", 100*score.Score())
			}
			fmt.Fprint(w, cell, "\t")
		}
	}
	fmt.Fprintln(w)
	w.Flush()
	return b.String()
}
