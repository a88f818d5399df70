package main

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

// gradeOut is what a grading came to, ready to be printed.
type gradeOut struct {
	Agent       string
	Seed        uint64
	Grading     *rubric.Grading
	Report      *rubric.Report
	Interrupted string // why it ended early, or nothing
}

func (a *app) printGrade(out gradeOut, json bool) error {
	if json {
		return a.printJSON(newGradeLine(out))
	}
	_, err := fmt.Fprint(a.out, gradeText(out))
	return err
}

// points is a number of points as people write it.
func points(x float64) string { return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64) }

// pointsEstimate is expected points with their interval.
func pointsEstimate(e stats.Estimate) string {
	return fmt.Sprintf("%.1f [%s, %s]", e.Value, points(e.Low), points(e.High))
}

// gradeText is a grading as people read it.
func gradeText(out gradeOut) string {
	var b strings.Builder
	r := out.Report.Rubric
	fmt.Fprintf(&b, "%s under %s (%s)\n", out.Agent, r.Name, r.Doc)
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
			fmt.Fprintln(&b, cpuText(s))
		}
		for _, row := range s.Rows {
			if text := clockText(r, row); text != "" {
				fmt.Fprintln(&b, text)
			}
		}
	}
	for _, text := range gradeWarnings(out.Report) {
		fmt.Fprintf(&b, "warning: %s\n", text)
	}
	return b.String()
}

// totalText is the points of all rows that were played.
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

// gradeRow is the cells of a row behind the opponent's name.
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

// losses counts the lost games by reason, normal ones only beside others.
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

// cpuText compares a stage's CPU time with what is allowed.
func cpuText(s rubric.StageReport) string {
	text := fmt.Sprintf("%s: %.2f s of CPU of %g s allowed (%.1f %%)", s.Name, s.Used, s.Allowed, 100*s.Used/s.Allowed)
	if s.Over() {
		text += ": OVER, a grader stops there and gives no points for the stage"
	}
	return text
}

// clockText tells how the clocks of whole games stood, or nothing.
func clockText(r rubric.Rubric, row rubric.Row) string {
	if r.Whole == 0 || row.Single() || !row.Played() {
		return ""
	}
	games := float64(row.Result.Total().Games())
	return fmt.Sprintf("a game: %.2f s of CPU, %.2f s at most, of %g s; %s %.2f s; drawn games, by the time left: %d won, %d lost",
		row.Result.CPU[0]/games, row.Longest, r.Whole.Seconds(), row.Name, row.Result.CPU[1]/games, row.OnTime.Wins, row.OnTime.Losses)
}

// gradeWarnings tells what makes the points less than they seem.
func gradeWarnings(report *rubric.Report) []string {
	list := []string{}
	if text := loweredText(report.Rubric); text != "" {
		list = append(list, text)
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

// loweredText tells which limits are not those of the rubric, or nothing.
func loweredText(r rubric.Rubric) string {
	var parts []string
	full, err := rubric.Find(r.Name)
	if err == nil && r.Move < full.Move {
		parts = append(parts, fmt.Sprintf("%g s instead of %g s for a move", r.Move.Seconds(), full.Move.Seconds()))
	}
	if err == nil && r.Whole < full.Whole {
		parts = append(parts, fmt.Sprintf("%g s instead of %g s for a game", r.Whole.Seconds(), full.Whole.Seconds()))
	}
	if len(parts) == 0 {
		return ""
	}
	return "the limits are not the rubric's: " + strings.Join(parts, ", ")
}
