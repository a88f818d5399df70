package run

import (
	"fmt"
	"slices"

	"evolab/plots"
	"evolab/stats"
)

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
	var all []*Report
	for _, g := range groups {
		all = append(all, g.reports...)
	}
	var curve func(*Report) plots.OverlayCurve
	data.Across, curve = across(all)
	for i, name := range groupNames(groups) {
		if c := groups[i].curve(curve); len(c.At) > 0 {
			c.Name = name
			data.Title = fmt.Sprintf("%s: validated fitness of %s, means over seeds", all[0].GameName(), counted(len(groups), "setting"))
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
		method := g.reports[0].parsed.Method()
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
func Curves(runs []*Report) plots.OverlayData {
	runs = slices.DeleteFunc(slices.Clone(runs), func(r *Report) bool { return len(r.curve().At) == 0 })
	if len(runs) == 0 {
		return plots.OverlayData{}
	}
	if groups := bySetting(runs); len(groups) < len(runs) {
		return groupCurves(groups)
	}
	return RunCurves(runs)
}

// curve is the mean over the runs at each validation that all of them have, with
// its interval.
func (g *Group) curve(of func(*Report) plots.OverlayCurve) (mean plots.OverlayCurve) {
	var curves []plots.OverlayCurve
	for _, r := range g.reports {
		curves = append(curves, of(r))
	}
	for k := 0; len(curves) > 0 && !slices.ContainsFunc(curves, func(c plots.OverlayCurve) bool { return k >= len(c.At) }); k++ {
		at, values := 0., []float64(nil)
		for _, c := range curves {
			at += c.At[k]
			values = append(values, c.Fitness[k].Value)
		}
		mean.At = append(mean.At, at/float64(len(curves)))
		mean.Fitness = append(mean.Fitness, stats.AcrossRuns(values))
	}
	return mean
}

// counted is a number of things in words.
func counted(n int, thing string) string {
	if n == 1 {
		return "one " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
