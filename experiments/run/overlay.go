package run

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"evolab/experiments/experiment"
	"evolab/internal/config"
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

// CurveView is how the learning curves of runs are drawn together.
type CurveView struct {
	Across string // AcrossGames, AcrossGenerations or AcrossCPU; "": games, or CPU time if no run evolves
	// Group is whose means the curves are: EachRun, EachSetting, or the key of a setting by
	// whose values the runs are grouped; "": those of settings where one has several runs.
	Group string
}

// What curves are drawn over.
const (
	AcrossGames       = "games" // of the training
	AcrossGenerations = "generations"
	AcrossCPU         = "cpu" // seconds of the training
)

// What there is a curve of.
const (
	EachRun     = "run"
	EachSetting = "setting"
)

// axisTitle is an axis as figures name it; "": training games.
func axisTitle(across string) string {
	switch across {
	case AcrossGenerations:
		return "generations"
	case AcrossCPU:
		return "seconds of CPU time of the training"
	}
	return ""
}

// Validate refuses a view that there is not.
func (v CurveView) Validate() error {
	if !slices.Contains([]string{"", AcrossGames, AcrossGenerations, AcrossCPU}, v.Across) {
		return fmt.Errorf("curves across %q (allowed: %s, %s, %s)", v.Across, AcrossGames, AcrossGenerations, AcrossCPU)
	}
	isKey := slices.ContainsFunc(config.Keys[experiment.Config](), func(k config.Key) bool { return k.Path == v.Group })
	if isKey || v.Group == "" || v.Group == EachRun || v.Group == EachSetting {
		return nil
	}
	return fmt.Errorf("curves grouped by %q (allowed: %s, %s or the key of a setting)", v.Group, EachRun, EachSetting)
}

// axis is what the view draws these runs over: CPU time unless one of them evolves, since
// games of self-play and games of matches are not alike.
func (v CurveView) axis(runs []*Run) string {
	rounds := func(r *Run) bool { return !r.Config.Evolves() }
	untimed := func(r *Run) bool { return len(r.curve(AcrossCPU).At) != len(r.curve(AcrossGames).At) }
	switch {
	case v.Across != "":
		return v.Across
	case !slices.ContainsFunc(runs, rounds) || slices.ContainsFunc(runs, untimed):
		return AcrossGames
	}
	return AcrossCPU
}

// groups are the runs in the view's groups; nil: each run is on its own.
func (v CurveView) groups(runs []*Run) []*Group {
	switch v.Group {
	case EachRun:
		return nil
	case EachSetting:
		return bySetting(runs)
	case "":
		if groups := bySetting(runs); len(groups) < len(runs) {
			return groups
		}
		return nil
	}
	return groupBy(runs, []Setting{settingOf(runs, v.Group)})
}

// Overlays are the curves of runs, a figure's panel for each game that has any.
func Overlays(runs []*Run, v CurveView) (games []plots.OverlayData) {
	for _, list := range ByGame(runs) {
		if data := Curves(list, v); len(data.Curves) > 0 {
			games = append(games, data)
		}
	}
	return games
}

// Overlay draws the validated fitness of several runs in one figure, as Overlays has it.
func Overlay(runs []*Run, v CurveView) (*plots.Figure, error) {
	games := Overlays(runs, v)
	if len(games) == 0 {
		return nil, errUnvalidated
	}
	return plots.Overlay(games...)
}

// Curves are the learning curves of runs of one game, which may be at work. Runs without a
// validated generation are left out.
func Curves(runs []*Run, v CurveView) plots.OverlayData {
	runs = slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return len(r.curve(AcrossGames).At) == 0 })
	if len(runs) == 0 {
		return plots.OverlayData{}
	}
	if groups := v.groups(runs); groups != nil {
		return groupCurves(groups, v)
	}
	return runCurves(runs, v)
}

func runCurves(runs []*Run, v CurveView) plots.OverlayData {
	axis := v.axis(runs)
	data := plots.OverlayData{Title: fmt.Sprintf("%s: validated fitness of %s", runs[0].GameName(), quantity.Of(len(runs), "run")), Noun: "run", Across: axisTitle(axis)}
	names := curveNames(runs)
	for i, r := range runs {
		if c := r.curve(axis); len(c.At) > 0 {
			c.Name = names[i]
			data.Curves = append(data.Curves, c)
		}
	}
	return data
}

var errUnvalidated = errors.New("none of the runs has validated a generation")

// Validated reports whether an overlay of the runs would show anything.
func Validated(runs []*Run) bool {
	return slices.ContainsFunc(runs, func(r *Run) bool { return len(r.curve(AcrossGames).At) > 0 })
}

// curve is the validated fitness over an axis. Over CPU time it leaves out generations
// whose time is not known.
func (r *Run) curve(axis string) plots.OverlayCurve {
	var c plots.OverlayCurve
	used := map[int]float64{}
	if axis == AcrossCPU {
		used = CPUTimes(r.Timing)
	}
	for _, m := range r.Metrics {
		at, known := float64(m.Games), true
		switch axis {
		case AcrossGenerations:
			at = float64(m.Generation)
		case AcrossCPU:
			at, known = used[m.Generation]
		}
		if m.Validated != nil && known {
			c.At = append(c.At, at)
			c.Fitness = append(c.Fitness, *m.Validated)
		}
	}
	return c
}

// curveNames are the names that people have given, else what differs between the runs'
// configs, else the names of the folders: what tells a run from the others.
func curveNames(runs []*Run) []string {
	var given, folders []string
	for _, r := range runs {
		given, folders = append(given, r.Labels.Name), append(folders, r.Name())
	}
	settings := describe(Differing(runs), len(runs))
	names := make([]string, len(runs))
	for i := range runs {
		for _, list := range [][]string{folders, settings, given} {
			if list[i] != "" && count(list, list[i]) == 1 {
				names[i] = list[i]
			}
		}
	}
	return shortened(names)
}

func count(list []string, text string) (n int) {
	for _, one := range list {
		if one == text {
			n++
		}
	}
	return n
}

// shortened cuts names that are too long for a figure; those that it makes the same get a
// number.
func shortened(names []string) []string {
	seen := map[string]int{}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = shortName(name)
		if seen[list[i]]++; seen[list[i]] > 1 {
			list[i] += fmt.Sprintf(" (%d)", seen[list[i]])
		}
	}
	return list
}

// maxName is how long the name of a curve may be, in characters: figures need room for
// the curves.
const maxName = 32

// describe says in what n curves differ. What is too long loses first the settings that
// the ones before them imply, then the sections of the keys, then what lists have in common.
func describe(differing []Setting, n int) []string {
	if at := slices.IndexFunc(differing, func(s Setting) bool { return s.Key == nameKey }); at > 0 { // the experiment's comes first
		differing = slices.Insert(slices.Delete(slices.Clone(differing), at, at+1), 0, differing[at])
	}
	tooLong := func(names []string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return len([]rune(name)) > maxName })
	}
	names := joined(differing, n)
	rest := slices.Clone(differing)
	slices.SortStableFunc(rest, func(a, b Setting) int {
		return map[bool]int{true: 1}[a.Key == seedKey] - map[bool]int{true: 1}[b.Key == seedKey]
	})
	for _, s := range slices.Backward(rest) { // the seed first: it says least
		fewer := slices.DeleteFunc(slices.Clone(differing), func(o Setting) bool { return o.Key == s.Key })
		if tooLong(names) && kinds(fewer, n) == kinds(differing, n) {
			differing, names = fewer, joined(fewer, n)
		}
	}
	if tooLong(names) {
		differing = withShortKeys(differing)
		names = joined(differing, n)
	}
	if tooLong(names) {
		names = joined(withoutCommon(differing), n)
	}
	return names
}

// joined are the settings of each curve in a line.
func joined(settings []Setting, n int) []string {
	names := make([]string, n)
	for i := range names {
		var parts []string
		for _, s := range settings {
			if s.Key == nameKey {
				parts = append(parts, s.Values[i])
			} else {
				parts = append(parts, s.Key+"="+s.Values[i])
			}
		}
		names[i] = strings.Join(parts, " ")
	}
	return names
}

func kinds(settings []Setting, n int) int {
	seen := map[string]bool{}
	for _, name := range joined(settings, n) {
		seen[name] = true
	}
	return len(seen)
}

// withShortKeys leaves out the sections of keys whose last part is the only one of its name.
func withShortKeys(settings []Setting) []Setting {
	short := func(key string) string { return key[strings.LastIndex(key, ".")+1:] }
	var keys []string
	for _, s := range settings {
		keys = append(keys, short(s.Key))
	}
	list := slices.Clone(settings)
	for i := range list {
		if count(keys, keys[i]) == 1 {
			list[i].Key = keys[i]
		}
	}
	return list
}

// withoutCommon leaves out the elements of lists that all values have.
func withoutCommon(settings []Setting) []Setting {
	list := slices.Clone(settings)
	for i, s := range list {
		var split [][]string
		for _, v := range s.Values {
			inner, opens := strings.CutPrefix(v, "[")
			inner, closes := strings.CutSuffix(inner, "]")
			if !opens || !closes {
				break
			}
			split = append(split, strings.Split(inner, ", "))
		}
		if len(split) < len(s.Values) {
			continue
		}
		list[i].Values = make([]string, len(split))
		for k, own := range split {
			rest := slices.DeleteFunc(slices.Clone(own), func(one string) bool {
				return !slices.ContainsFunc(split, func(other []string) bool { return !slices.Contains(other, one) })
			})
			if len(rest) < len(own) {
				rest = append([]string{".."}, rest...)
			}
			list[i].Values[k] = "[" + strings.Join(rest, ", ") + "]"
		}
	}
	return list
}

// shortName leaves room for the curves: it keeps both ends of settings and the end of run
// names, which begin with the date.
func shortName(name string) string {
	r := []rune(name)
	if len(r) <= maxName {
		return name
	}
	head := 0
	if strings.Contains(name, "=") {
		head = maxName / 2
	}
	return string(r[:head]) + "..." + string(r[len(r)-maxName+3+head:])
}

// OverlayGroups draws the validated fitness of groups of one game, means over their
// runs, in one figure. It skips groups whose runs share no validated generation.
func OverlayGroups(groups []Group) (*plots.Figure, error) {
	list := make([]*Group, len(groups))
	for i := range groups {
		list[i] = &groups[i]
	}
	data := groupCurves(list, CurveView{})
	if len(data.Curves) == 0 {
		return nil, errUnvalidated
	}
	return plots.Overlay(data)
}

func groupCurves(groups []*Group, v CurveView) plots.OverlayData {
	data := plots.OverlayData{Noun: "setting"}
	over := "seeds"
	if v.Group != EachSetting && v.Group != "" {
		data.Noun, over = "value", "runs"
	}
	var all []*Run
	for _, g := range groups {
		all = append(all, g.members...)
	}
	axis := v.axis(all)
	data.Across = axisTitle(axis)
	for i, name := range groupNames(groups) {
		if c := groups[i].curve(axis); len(c.At) > 0 {
			c.Name = name
			data.Title = fmt.Sprintf("%s: validated fitness of %s, means over %s", all[0].GameName(), quantity.Of(len(groups), data.Noun), over)
			data.Curves = append(data.Curves, c)
		}
	}
	return data
}

// groupNames are those of the groups' curves: what makes the weights, where that alone
// tells them apart, else the settings.
func groupNames(groups []*Group) []string {
	var methods []string
	var settings []Setting
	seen := map[string]bool{}
	for i, g := range groups {
		method := g.members[0].Config.Method()
		methods = append(methods, method)
		seen[method] = true
		for k, text := range g.Settings {
			key, value, _ := strings.Cut(text, "=")
			if i == 0 {
				settings = append(settings, Setting{Key: key})
			}
			settings[k].Values = append(settings[k].Values, value)
		}
	}
	if len(seen) == len(groups) && len(groups) > 1 {
		return methods
	}
	names := describe(settings, len(groups))
	for i, name := range names {
		names[i] = cmp.Or(name, "all")
	}
	return shortened(names)
}

// curve is the mean over the runs at each validation that all of them have, with
// its interval, if there are enough of them for one. Of runs that repeat each other the
// longest counts.
func (g *Group) curve(axis string) (mean plots.OverlayCurve) {
	byLength := slices.Clone(g.members)
	slices.SortStableFunc(byLength, func(a, b *Run) int { return cmp.Compare(len(b.curve(axis).At), len(a.curve(axis).At)) })
	distinct, _ := Distinct(byLength)
	var curves []plots.OverlayCurve
	for _, r := range distinct {
		curves = append(curves, r.curve(axis))
	}
	mean.Runs = len(curves)
	for k := 0; len(curves) > 0 && !slices.ContainsFunc(curves, func(c plots.OverlayCurve) bool { return k >= len(c.At) }); k++ {
		at, values := 0., []float64(nil)
		for _, c := range curves {
			at += c.At[k]
			values = append(values, c.Fitness[k].Value)
		}
		mean.At = append(mean.At, at/float64(len(curves)))
		e := stats.AcrossRuns(values)
		if !mean.HasInterval() { // a band would say nothing
			e.Low, e.High = e.Value, e.Value
		}
		mean.Fitness = append(mean.Fitness, e)
	}
	return mean
}
