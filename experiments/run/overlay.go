package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/internal/quantity"
	"evolab/plots"
	"evolab/stats"
)

// ByGame groups runs by game and variant, in the order of the first of each: only
// within a group is fitness comparable.
func ByGame(runs []*Run) [][]*Run {
	var list [][]*Run
	at := map[string]int{}
	for _, r := range runs {
		name := r.GameName()
		if _, known := at[name]; !known {
			at[name] = len(list)
			list = append(list, nil)
		}
		list[at[name]] = append(list[at[name]], r)
	}
	return list
}

// Overlay draws the validated fitness of several runs in one figure, as Curves has
// it, with a panel for each game. It skips runs without a validated generation.
func Overlay(runs []*Run) (*plots.Figure, error) {
	var games []plots.OverlayData
	for _, list := range ByGame(runs) {
		if data := Curves(list); len(data.Curves) > 0 {
			games = append(games, data)
		}
	}
	if len(games) == 0 {
		return nil, errUnvalidated
	}
	return plots.Overlay(games...)
}

// RunCurves are the learning curves of runs of one game, each on its own.
func RunCurves(runs []*Run) plots.OverlayData {
	data := plots.OverlayData{Title: fmt.Sprintf("%s: validated fitness of %s", runs[0].GameName(), quantity.Of(len(runs), "run")), Noun: "run"}
	names := curveNames(runs)
	var curve func(*Run) plots.OverlayCurve
	data.Across, curve = across(runs)
	for i, r := range runs {
		if c := curve(r); len(c.At) > 0 {
			c.Name = names[i]
			data.Curves = append(data.Curves, c)
		}
	}
	return data
}

var errUnvalidated = errors.New("run: none of the runs has validated a generation")

// Validated reports whether an overlay of the runs would show anything.
func Validated(runs []*Run) bool {
	return slices.ContainsFunc(runs, func(r *Run) bool { return len(r.curve().At) > 0 })
}

// curve is the validated fitness over the games of the training.
func (r *Run) curve() plots.OverlayCurve {
	var c plots.OverlayCurve
	for _, m := range r.Metrics {
		if m.Validated != nil {
			c.At = append(c.At, float64(m.Games))
			c.Fitness = append(c.Fitness, *m.Validated)
		}
	}
	return c
}

// across is what runs are compared by, and how: CPU time unless all of them evolve,
// since games of self-play and games of matches are not alike.
func across(runs []*Run) (name string, curve func(*Run) plots.OverlayCurve) {
	rounds := func(r *Run) bool { return !r.Config.Evolves() }
	untimed := func(r *Run) bool { return len(r.curveByCPU().At) != len(r.curve().At) }
	if !slices.ContainsFunc(runs, rounds) || slices.ContainsFunc(runs, untimed) {
		return "", (*Run).curve
	}
	return "seconds of CPU time of the training", (*Run).curveByCPU
}

// curveByCPU is the validated fitness over the seconds of CPU time of the training;
// it leaves out generations whose time is not known.
func (r *Run) curveByCPU() plots.OverlayCurve {
	var c plots.OverlayCurve
	used := CPUTimes(r.Timing)
	for _, m := range r.Metrics {
		if spent, known := used[m.Generation]; m.Validated != nil && known {
			c.At = append(c.At, spent)
			c.Fitness = append(c.Fitness, *m.Validated)
		}
	}
	return c
}

// curveNames are the differences between the runs' configs, or the names of runs
// without any.
func curveNames(runs []*Run) []string {
	names := make([]string, len(runs))
	for _, s := range Differing(runs) {
		for i, v := range s.Values {
			if s.Key == nameKey {
				names[i] = v + " " + names[i]
			} else {
				names[i] += s.Key + "=" + v + " "
			}
		}
	}
	count := map[string]int{}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
		count[names[i]]++
	}
	for i, name := range names {
		if name == "" || count[name] > 1 {
			name = runs[i].Name()
		}
		names[i] = shortName(name)
	}
	return names
}

// shortName leaves room for the curves: it keeps the beginning of settings and the
// end of run names, which begin with the date.
func shortName(name string) string {
	const maxLength = 32
	r := []rune(name)
	if len(r) <= maxLength {
		return name
	}
	if strings.Contains(name, "=") {
		return string(r[:maxLength-3]) + "..."
	}
	return "..." + string(r[len(r)-maxLength+3:])
}

// OverlayGroups draws the validated fitness of groups of one game, means over their
// runs, in one figure. It skips groups whose runs share no validated generation.
func OverlayGroups(groups []Group) (*plots.Figure, error) {
	list := make([]*Group, len(groups))
	for i := range groups {
		list[i] = &groups[i]
	}
	data := groupCurves(list)
	if len(data.Curves) == 0 {
		return nil, errUnvalidated
	}
	return plots.Overlay(data)
}

// groupCurves has a curve for each group.
func groupCurves(groups []*Group) plots.OverlayData {
	data := plots.OverlayData{Noun: "setting"}
	var all []*Run
	for _, g := range groups {
		all = append(all, g.members...)
	}
	var curve func(*Run) plots.OverlayCurve
	data.Across, curve = across(all)
	for i, name := range groupNames(groups) {
		if c := groups[i].curve(curve); len(c.At) > 0 {
			c.Name = name
			data.Title = fmt.Sprintf("%s: validated fitness of %s, means over seeds", all[0].GameName(), quantity.Of(len(groups), "setting"))
			data.Curves = append(data.Curves, c)
		}
	}
	return data
}

// groupNames are those of the groups' curves: what makes the weights, where that alone
// tells them apart, else the settings.
func groupNames(groups []*Group) []string {
	var methods, settings []string
	seen := map[string]bool{}
	for _, g := range groups {
		method := g.members[0].Config.Method()
		methods, settings = append(methods, method), append(settings, shortName(g.Name()))
		seen[method] = true
	}
	if len(seen) == len(groups) && len(groups) > 1 {
		return methods
	}
	return settings
}

// Curves are the learning curves of runs of one game, which may be at work: the means
// of settings over their seeds where a setting has several, else those of the runs.
// Runs without a validated generation are left out.
func Curves(runs []*Run) plots.OverlayData {
	runs = slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return len(r.curve().At) == 0 })
	if len(runs) == 0 {
		return plots.OverlayData{}
	}
	if groups := bySetting(runs); len(groups) < len(runs) {
		return groupCurves(groups)
	}
	return RunCurves(runs)
}

// curve is the mean over the runs at each validation that all of them have, with
// its interval, if there are enough of them for one.
func (g *Group) curve(of func(*Run) plots.OverlayCurve) (mean plots.OverlayCurve) {
	var curves []plots.OverlayCurve
	for _, r := range g.members {
		curves = append(curves, of(r))
	}
	for k := 0; len(curves) > 0 && !slices.ContainsFunc(curves, func(c plots.OverlayCurve) bool { return k >= len(c.At) }); k++ {
		at, values := 0., []float64(nil)
		for _, c := range curves {
			at += c.At[k]
			values = append(values, c.Fitness[k].Value)
		}
		mean.At = append(mean.At, at/float64(len(curves)))
		e := stats.AcrossRuns(values)
		if len(values) < stats.FewestRuns { // a band would say nothing
			e.Low, e.High = e.Value, e.Value
		}
		mean.Fitness = append(mean.Fitness, e)
	}
	return mean
}
