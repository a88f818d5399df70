package run

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"evolab/stats"
)

// Group is runs of one setting, summed up over their seeds. The intervals are
// those of a mean over seeds, 95 %.
type Group struct {
	Settings  []string       `json:"settings"`  // key=value, where groups differ
	Runs      []string       `json:"runs"`      // tested ones, a seed each
	Claimed   stats.Estimate `json:"claimed"`   // fitness that training claims of the champions
	Validated stats.Estimate `json:"validated"` // fitness in the last validation
	Test      stats.Estimate `json:"test"`      // the champions' score against the config's opponents
	// Gain is Test minus that of another group, over the seeds that both have.
	Gain *stats.Estimate `json:"gain,omitempty"`

	scores  map[string]float64 // Test by seed
	reports []*Report
}

// NewGroup sums up runs, without those that have no tested champion.
func NewGroup(settings []string, runs []*Report) Group {
	g := Group{Settings: settings, Runs: []string{}, scores: map[string]float64{}}
	var claimed, validated, test []float64
	for _, r := range runs {
		if r.Evidence == nil || r.TestScore == nil || r.Validated == nil {
			continue
		}
		g.Runs, g.reports = append(g.Runs, r.Run), append(g.reports, r)
		g.scores[r.Config[seedKey]] = *r.TestScore
		claimed, validated, test = append(claimed, r.Evidence.Claimed), append(validated, *r.Validated), append(test, *r.TestScore)
	}
	g.Claimed, g.Validated, g.Test = stats.AcrossRuns(claimed), stats.AcrossRuns(validated), stats.AcrossRuns(test)
	return g
}

const seedKey, nameKey = "seed", "name"

// Groups groups runs that differ only in seed and name, the highest mean in the test
// first, with gains over the first group. If no setting has two runs there are none,
// since luck cannot be estimated.
func Groups(runs []*Report) []Group {
	var groups []Group
	several := false
	for _, s := range bySetting(runs) {
		if g := NewGroup(s.Settings, s.reports); len(g.Runs) > 0 {
			groups = append(groups, g)
			several = several || len(g.Runs) > 1
		}
	}
	if !several {
		return nil
	}
	slices.SortStableFunc(groups, func(a, b Group) int { return cmp.Compare(b.Test.Value, a.Test.Value) })
	for i := 1; i < len(groups); i++ {
		groups[i].CompareTo(&groups[0])
	}
	return groups
}

// bySetting groups runs that differ only in seed and name, in the order of the first
// of each. Nothing is summed up yet.
func bySetting(runs []*Report) []*Group {
	settings := slices.DeleteFunc(Differing(runs), func(s Setting) bool { return s.Key == seedKey || s.Key == nameKey })
	var order []*Group
	known := map[string]*Group{}
	for i, r := range runs {
		list := []string{}
		for _, s := range settings {
			list = append(list, s.Key+"="+s.Values[i])
		}
		id := strings.Join(list, "\n")
		if known[id] == nil {
			known[id] = &Group{Settings: list}
			order = append(order, known[id])
		}
		known[id].reports = append(known[id].reports, r)
	}
	return order
}

// CompareTo sets Gain, with the runs paired by their seeds.
func (g *Group) CompareTo(other *Group) {
	var mine, theirs []float64
	for _, seed := range slices.Sorted(maps.Keys(g.scores)) {
		if score, both := other.scores[seed]; both {
			mine, theirs = append(mine, g.scores[seed]), append(theirs, score)
		}
	}
	gain := stats.PairedDifference(mine, theirs)
	g.Gain = &gain
}

// GainText is the gain with its interval, and a star if that excludes zero; empty
// if nothing was compared.
func (g *Group) GainText() string {
	if g.Gain == nil {
		return ""
	}
	text := fmt.Sprintf("%+.3f [%+.3f, %+.3f]", g.Gain.Value, g.Gain.Low, g.Gain.High)
	if g.Gain.Low > 0 || g.Gain.High < 0 {
		text += " *"
	}
	return text
}

// Name is the settings in one line.
func (g *Group) Name() string {
	if len(g.Settings) == 0 {
		return "all"
	}
	return strings.Join(g.Settings, " ")
}
