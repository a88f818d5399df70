package lab

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evolab/experiments/run"
	"evolab/internal/quantity"
	"evolab/lab/term"
)

func showCommand(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "show RUN", Short: "Show everything about a run: config, environment, metrics, champion, opponents", Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			folder, err := a.findRun(args[0])
			if err != nil {
				return err
			}
			r, err := run.Read(a.games, folder)
			if err != nil {
				return unreadable(err)
			}
			r.NoteChanges()
			a.warnOfLosses(r)
			if a.json() {
				return a.printJSON(r)
			}
			return a.show(r)
		},
	}
	a.formats(c)
	return a.inRuns(c)
}

func (a *app) show(r *run.Run) error {
	s := r.Summary()
	fmt.Fprintf(a.out, "%s: %s, generation %s, %s, %s of CPU, %.1f s\n", term.OneLine(s.Run), s.Status, strings.Replace(s.Progress(), "/", " of ", 1), quantity.Of(s.Games, "training game"), r.CPUText(), s.Seconds)
	if s.Problem != "" {
		fmt.Fprintf(a.out, "  %s\n", term.OneLine(s.Problem))
	}
	if len(r.Labels.Tags) > 0 {
		fmt.Fprintf(a.out, "tags: %s\n", term.OneLine(strings.Join(r.Labels.Tags, " ")))
	}
	for _, n := range r.Labels.Notes {
		fmt.Fprintf(a.out, "note of %s: %s\n", n.At.Local().Format(time.DateTime), term.OneLine(n.Text))
	}
	a.showEnvironment(r)
	fmt.Fprintln(a.out, "\nconfig:")
	for _, s := range r.ReadSettings() {
		fmt.Fprintf(a.out, "  %s: %s\n", term.OneLine(s.Path), term.OneLine(s.Text))
	}
	a.showMetrics(r)
	a.showOpponents(r)
	return a.showWeights(r)
}

func (a *app) showEnvironment(r *run.Run) {
	fmt.Fprintf(a.out, "\nstarted: %s\n", r.Started().Local().Format(time.DateTime))
	if e := r.Environment; e != nil {
		fmt.Fprintf(a.out, "config file: %s  overrides: %s\n", term.OneLine(e.File), term.OneLine(strings.Join(e.Overrides, " ")))
		fmt.Fprintf(a.out, "program: %s\nmachine: %s, %s, %s\n", term.OneLine(e.Program), term.OneLine(e.Host), term.OneLine(e.System), quantity.Of(e.Cores, "core"))
		if e.Git == nil {
			fmt.Fprintln(a.out, "git: not in a checkout")
		} else {
			fmt.Fprintf(a.out, "git: %s\n", term.OneLine(e.Git.String()))
		}
	}
	for _, e := range r.History {
		line := fmt.Sprintf("%s  %s", e.At.Local().Format(time.DateTime), term.OneLine(e.What))
		if e.Generation >= 0 {
			line += fmt.Sprintf(" after generation %d", e.Generation)
		}
		if more := term.OneLine(e.Error + strings.Join(e.Changed, ", ")); more != "" {
			line += ": " + more
		}
		fmt.Fprintln(a.out, line)
		for _, warning := range e.Warnings {
			fmt.Fprintf(a.out, "  %s\n", term.OneLine(warning))
		}
	}
	a.showPlayers(r)
}

// showPlayers says which workers have played how many games.
func (a *app) showPlayers(r *run.Run) {
	players := r.Players()
	if len(players) == 0 {
		return
	}
	list := make([]string, 0, len(players))
	for _, name := range slices.Sorted(maps.Keys(players)) {
		list = append(list, fmt.Sprintf("%s %d", term.OneLine(name), players[name]))
	}
	fmt.Fprintf(a.out, "games that workers played for the training: %s; proven by their moves, unless a line above says on whose word they rest\n", strings.Join(list, ", "))
}

func (a *app) showMetrics(r *run.Run) {
	if len(r.Metrics) == 0 {
		return
	}
	const most = 12 // lines, about
	fmt.Fprintln(a.out)
	t := term.NewTable("generation", "games", "claimed", "mean", "validated")
	every := max(1, len(r.Metrics)/most)
	for i, m := range r.Metrics {
		if i%every != 0 && i != len(r.Metrics)-1 {
			continue
		}
		validated := ""
		if m.Validated != nil {
			validated = m.Validated.Text()
		}
		claimed, mean := fmt.Sprintf("%.3f [%.3f, %.3f]", m.Best, m.Interval.Low, m.Interval.High), fmt.Sprintf("%.3f", m.Mean)
		if !r.Claims() {
			claimed, mean = "-", "-"
		}
		t.Row(fmt.Sprint(m.Generation), fmt.Sprint(m.Games), claimed, mean, validated)
	}
	_ = a.printTable(t) // the next line meets the same error
}

func (a *app) showOpponents(r *run.Run) {
	if r.Evidence == nil {
		fmt.Fprintln(a.out, "\nno champion yet")
		return
	}
	e := r.Evidence
	fmt.Fprintf(a.out, "\nchampion: born in generation %d", e.Generation)
	if r.Claims() {
		fmt.Fprintf(a.out, ", claimed fitness %.3f", e.Claimed)
	}
	if e.Chosen != nil {
		fmt.Fprintf(a.out, ", selected with %.3f [%.3f, %.3f]", e.Chosen.Fitness.Value, e.Chosen.Fitness.Low, e.Chosen.Fitness.High)
	}
	fmt.Fprintln(a.out)
	if len(e.Test) == 0 {
		fmt.Fprintln(a.out, "it has not been tested")
		return
	}
	for _, p := range e.Phases {
		fmt.Fprintf(a.out, "phase: %s\n", p.String())
	}
	sides := r.Game().Info().Sides
	t := term.NewTable("opponent", "opening plies", "games", "score", "as "+sides[0], "as "+sides[1]).Keys(2).Names(0)
	for _, v := range e.Test {
		t.Row(v.Opponent, fmt.Sprint(v.OpeningPlies), fmt.Sprint(v.Games), v.Score.Percent(), v.AsFirst.Percent(), v.AsSecond.Percent())
	}
	_ = a.printTable(t)
}

func (a *app) showWeights(r *run.Run) error {
	weights := r.Weights()
	if len(weights) == 0 {
		return nil
	}
	what, kind := "weights of length 1", "feature"
	if r.Evidence.Agent != "" {
		what, kind = "parameters of "+term.OneLine(r.Evidence.Agent), "parameter"
	}
	fmt.Fprintf(a.out, "\n%s:\n", what)
	t := term.NewTable(kind, "champion", "start", "change").Names(0)
	for _, w := range weights {
		start, change := "-", "-"
		if w.Start != nil {
			start, change = fmt.Sprintf("%+.3f", *w.Start), fmt.Sprintf("%+.3f", w.Champion-*w.Start)
		}
		t.Row(w.Feature, fmt.Sprintf("%+.3f", w.Champion), start, change)
	}
	return a.printTable(t)
}
