package lab

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"evolab/arena"
	"evolab/course/rubric"
	"evolab/stats"
)

// gradeOut is the result of a grading, ready to be printed.
type gradeOut struct {
	Agent       string
	Seed        uint64
	Grading     *rubric.Grading
	Report      *rubric.Report
	Interrupted string   // why it ended early, or ""
	Machines    []string // what makes it depend on the machines
}

// points formats points with up to two decimals.
func points(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// pointsEstimate formats expected points with their interval.
func pointsEstimate(e stats.Estimate) string {
	return fmt.Sprintf("%.1f [%s, %s]", e.Value, points(e.Low), points(e.High))
}

// gradeText formats a grading for people.
func gradeText(out gradeOut) string {
	var b strings.Builder
	r := out.Report.Rubric
	fmt.Fprintf(&b, "%s under %s (%s)\n", oneLine(out.Agent), r.Name, r.Doc)
	sides := out.Grading.Game.Info().Sides
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "opponent\tgames\twins\trate\t95 %%\tas %s\tas %s\tpoints\tof\tpredicted\t  lost by\n", sides[0], sides[1])
	for _, s := range out.Report.Stages {
		for _, row := range s.Rows {
			fmt.Fprintf(w, "%s\t%s\n", row.Name, gradeRow(row))
		}
	}
	w.Flush()
	b.WriteString(totalText(out.Report))
	for _, s := range out.Report.Stages {
		if s.Used > 0 {
			fmt.Fprintf(&b, "%s: %.2f s of CPU of %g s allowed (%.1f %%)", s.Name, s.Used, s.Allowed, 100*s.Used/s.Allowed)
			if s.Over() {
				b.WriteString(": OVER, a grader stops there and gives no points for the stage")
			}
			b.WriteByte('\n')
		}
		for _, row := range s.Rows {
			b.WriteString(clockText(r, row))
		}
	}
	for _, text := range out.warnings() {
		fmt.Fprintf(&b, "warning: %s\n", text)
	}
	return b.String()
}

// totalText sums up the rows that were played.
func totalText(report *rubric.Report) string {
	r := report.Rubric
	got, most, predicted := report.Total()
	text := fmt.Sprintf("points %s of %s", points(got), points(most))
	switch {
	case most != r.Playable():
		text += fmt.Sprintf(" played (%s playable, %s in all)", points(r.Playable()), points(r.Max()))
	case most != r.Max():
		text += fmt.Sprintf(" playable (%s in all)", points(r.Max()))
	}
	if most > 0 {
		text += fmt.Sprintf("\nanother grading: %s points, with 95 %% interval", pointsEstimate(predicted.Estimate()))
	}
	return text + "\n"
}

// gradeRow formats the cells of a row after the opponent's name.
func gradeRow(row rubric.Row) string {
	most := points(row.Scale.Max())
	if row.Missing() {
		return "-\t-\tmissing\t\t-\t-\t-\t" + most + "\t-\t"
	}
	if !row.Played() {
		return "0\t-\tnot played\t\t-\t-\t-\t" + most + "\t-\t"
	}
	res := row.Result
	won := res.Total().Rate()
	text := fmt.Sprintf("%d\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t", res.Total().Games(), res.Total().Wins, share(won.Value), interval(won),
		rate(res.AsFirst), rate(res.AsSecond), points(row.Points), most, pointsEstimate(row.Predicted.Estimate()))
	if lost := lostBy(losses(row)); lost != "" {
		text += "  " + lost
	}
	return text
}

// losses counts the lost games by reason.
func losses(row rubric.Row) map[string]int {
	reasons := map[string]int{}
	normal := row.Result.Total().Losses
	for reason, n := range row.Result.LostBy[0] {
		reasons[reason] = n
		normal -= n
	}
	if normal > 0 {
		reasons["normal"] = normal
	}
	return reasons
}

// clockText describes the clocks of whole games; "" if there are none.
func clockText(r rubric.Rubric, row rubric.Row) string {
	if r.Whole == 0 || row.Single() || !row.Played() {
		return ""
	}
	games := float64(row.Result.Total().Games())
	return fmt.Sprintf("a game: %.2f s of CPU, %.2f s at most, of %g s; %s %.2f s; drawn games, by the time left: %d won, %d lost\n",
		row.Result.CPU[0]/games, row.Longest, r.Whole.Seconds(), row.Name, row.Result.CPU[1]/games, row.OnTime.Wins, row.OnTime.Losses)
}

// warnings lists what makes the points less reliable than they look.
func (out *gradeOut) warnings() []string {
	list, lower := append([]string{}, out.Machines...), []string{}
	report := out.Report
	r := report.Rubric
	if full, err := rubric.Find(r.Name); err == nil {
		if r.Move < full.Move {
			lower = append(lower, fmt.Sprintf("%g s instead of %g s for a move", r.Move.Seconds(), full.Move.Seconds()))
		}
		if r.Whole < full.Whole {
			lower = append(lower, fmt.Sprintf("%g s instead of %g s for a game", r.Whole.Seconds(), full.Whole.Seconds()))
		}
	}
	if len(lower) > 0 {
		list = append(list, "the limits are not the rubric's: "+strings.Join(lower, ", "))
	}
	for _, s := range report.Stages {
		for _, row := range s.Rows {
			if n := row.Result.Voids; n > 0 {
				list = append(list, arena.VoidWarning("void games against "+row.Name, n))
			}
			if n := row.Result.Duplicates; n > 0 {
				list = append(list, fmt.Sprintf("%d of %d games against %s repeat an earlier game move by move: the intervals are too narrow",
					n, row.Result.Total().Games(), row.Name))
			}
		}
	}
	return list
}
