package run

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/plots"
)

// ByGame groups runs by game and variant, in the order of the first of each: only
// within a group is fitness comparable.
func ByGame(runs []*Report) [][]*Report {
	var list [][]*Report
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

// GameName is the run's game, with the variant where the config names one.
func (r *Report) GameName() string {
	if r.parsed.Variant == "" {
		return r.Game
	}
	return r.Game + " " + r.parsed.Variant
}

// Overlay draws the validated fitness of several runs in one figure, as Curves has
// it, with a panel for each game. It skips runs without a validated generation.
func Overlay(runs []*Report) (*plots.Figure, error) {
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
func RunCurves(runs []*Report) plots.OverlayData {
	data := plots.OverlayData{Title: fmt.Sprintf("%s: validated fitness of %s", runs[0].GameName(), counted(len(runs), "run")), Noun: "run"}
	names := curveNames(runs)
	var curve func(*Report) plots.OverlayCurve
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
func Validated(runs []*Report) bool {
	return slices.ContainsFunc(runs, func(r *Report) bool { return len(r.curve().At) > 0 })
}

// curve is the validated fitness over the games of the training.
func (r *Report) curve() plots.OverlayCurve {
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
func across(runs []*Report) (name string, curve func(*Report) plots.OverlayCurve) {
	rounds := func(r *Report) bool { return !r.parsed.Evolves() }
	untimed := func(r *Report) bool { return len(r.curveByCPU().At) != len(r.curve().At) }
	if !slices.ContainsFunc(runs, rounds) || slices.ContainsFunc(runs, untimed) {
		return "", (*Report).curve
	}
	return "seconds of CPU time of the training", (*Report).curveByCPU
}

// curveByCPU is the validated fitness over the seconds of CPU time of the training;
// it leaves out generations whose time is not known.
func (r *Report) curveByCPU() plots.OverlayCurve {
	var c plots.OverlayCurve
	used := CPUTimes(r.contents.Timing)
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
func curveNames(runs []*Report) []string {
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
			name = runs[i].Run
		}
		names[i] = shortName(name)
	}
	return names
}

// shortName leaves room for the curves: it keeps the beginning of settings and the
// end of run names, which begin with the date.
func shortName(name string) string {
	const most = 32
	r := []rune(name)
	if len(r) <= most {
		return name
	}
	if strings.Contains(name, "=") {
		return string(r[:most-3]) + "..."
	}
	return "..." + string(r[len(r)-most+3:])
}
