package lab

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"evolab/arena/tournament"
	"evolab/stats"
)

// tableText formats a tournament's result for people.
func tableText(t *tournament.Table) string {
	var b strings.Builder
	b.WriteString(standings(t))
	if c := t.Champion; c != nil {
		even := ""
		if c.Total.Wins == c.Total.Losses {
			even = ", and ranked first before the final"
		}
		fmt.Fprintf(&b, "\nchampion: %s (%d-%d-%d against %s%s)\n", oneLine(c.Agent), c.Total.Wins, c.Total.Draws, c.Total.Losses, oneLine(c.Against), even)
	}
	if len(t.Rows) <= 20 { // fits a wide terminal
		b.WriteString("\n" + crossTable(t))
	}
	for _, text := range t.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", oneLine(text))
	}
	return b.String()
}

// standings lists the players.
func standings(t *tournament.Table) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "#\tagent\telo\t95 %%\tscore\t95 %%\tW-D-L\tas %s\tas %s\t\n", t.Sides[0], t.Sides[1])
	for _, r := range t.Rows {
		fmt.Fprintf(w, "%d\t%s\t%+.0f\t±%.0f\t%s\t%s\t%d-%d-%d\t%s\t%s\t%s\n", r.Place, oneLine(r.Agent), r.Rating.Value, (r.Rating.High-r.Rating.Low)/2,
			share(r.Score.Value), interval(r.Score), r.Total.Wins, r.Total.Draws, r.Total.Losses, rate(r.AsFirst), rate(r.AsSecond), lostBy(r.Reasons))
	}
	w.Flush()
	return b.String()
}

func share(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

func interval(e stats.Estimate) string { return fmt.Sprintf("[%.1f, %.1f]", 100*e.Low, 100*e.High) }

// rate is a score in percent; "-" without games.
func rate(w stats.WDL) string {
	if w.Games() == 0 {
		return "-"
	}
	return share(w.Score())
}

// lostBy lists losses by reason. It begins with the space that separates it from
// the last column.
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

// crossTable shows the row's score against each column, in percent.
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
		fmt.Fprintf(w, "\n%d\t%s\t", i+1, oneLine(row.Agent))
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
