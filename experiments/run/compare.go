package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"evolab/agent"
	"evolab/arena"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/plots"
	"evolab/stats"
)

// ReadAll reads the folders of runs, in their order, and calls read after each.
func ReadAll(games agent.Table, folders []string, read func()) ([]*Run, error) {
	list := make([]*Run, len(folders))
	var group errgroup.Group
	const readers = 8 // most of the time is the disk's
	group.SetLimit(readers)
	for i, folder := range folders {
		group.Go(func() (err error) {
			if list[i], err = Read(games, folder); err != nil {
				err = fmt.Errorf("%s: %w", folder, err)
			}
			read()
			return err
		})
	}
	return list, group.Wait()
}

// Setting is a key of the config with its value in each of some runs.
type Setting struct {
	Key    string   `json:"key"`
	Values []string `json:"values"` // YAML
}

// Differing lists the keys that do not have the same value in all runs.
func Differing(runs []*Run) []Setting {
	var list []Setting
	var texts []map[string]string
	for _, r := range runs {
		texts = append(texts, r.settingTexts())
	}
	for _, k := range config.Keys[experiment.Config]() {
		s := Setting{Key: k.Path}
		for _, values := range texts {
			s.Values = append(s.Values, values[k.Path])
		}
		if slices.ContainsFunc(s.Values, func(v string) bool { return v != s.Values[0] }) {
			list = append(list, s)
		}
	}
	return list
}

// settingOf is a setting with its value in each run.
func settingOf(runs []*Run, key string) Setting {
	s := Setting{Key: key}
	for _, r := range runs {
		s.Values = append(s.Values, r.settingTexts()[key])
	}
	return s
}

// Encounter is a match of two runs' champions, from the first one's view.
type Encounter struct {
	A        string         `json:"a"`
	B        string         `json:"b"`
	Games    int            `json:"games"`
	Score    stats.Estimate `json:"score"` // with its 95 % interval
	AsFirst  stats.WDL      `json:"as_first"`
	AsSecond stats.WDL      `json:"as_second"`
	Warnings []string       `json:"warnings"`
}

// RoundRobin is matches of each two champions.
type RoundRobin struct {
	Games int // per pair of champions, even
	Seed  uint64
	Pool  arena.Pool
	// Played, if not nil, is called after each game, from several goroutines.
	Played func()
	// Keep, if not nil, is given the games of each match.
	Keep func([]arena.Line) error
}

// Play plays the champions of runs of one game and variant against each other, each
// at its run's depth, from openings as long as the first run's.
func (m RoundRobin) Play(ctx context.Context, runs []*Run) ([]Encounter, error) {
	if err := comparable(runs); err != nil {
		return nil, err
	}
	g, err := runs[0].Config.FindGame()
	if err != nil {
		return nil, err
	}
	round := arena.Round{Game: g}
	if m.Played != nil {
		round.Done = func(arena.Record) { m.Played() }
	}
	roster := arena.Roster{Info: g.Info()}
	for _, r := range runs {
		if r.Config.Tunes() {
			return nil, fmt.Errorf("%s: its champion is a program (evolve freeze writes its parameters, evolve match plays it)", r.Name())
		}
		player, err := g.Agent(r.Evidence.Look().Spec(r.Champion), agent.Env{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Name(), err)
		}
		round.Agents = append(round.Agents, player)
		roster.Names = append(roster.Names, r.Name())
		roster.Specs = append(roster.Specs, r.Evidence.Look().Spec(r.Champion).With("weights", path.Join(r.Name(), ChampionFile)).String())
	}
	var list []Encounter
	for a := range runs {
		for b := a + 1; b < len(runs); b++ {
			e, err := m.encounter(ctx, round, &roster, runs, a, b, len(list)*m.Games)
			if err != nil {
				return list, err
			}
			list = append(list, e)
		}
	}
	return list, nil
}

// encounter is one match, whose games are numbered from first; agents are in the order of
// the runs.
func (m RoundRobin) encounter(ctx context.Context, round arena.Round, roster *arena.Roster, runs []*Run, a, b, first int) (Encounter, error) {
	c := runs[0].Config
	match := arena.Match{Variant: c.Variant, Games: m.Games, OpeningPlies: c.Fitness.OpeningPlies, Seed: m.Seed, OwnSeeds: true, Keep: m.Keep != nil}
	jobs, err := match.Jobs(round.Game, a, b, first)
	if err != nil {
		return Encounter{}, err
	}
	records, err := m.Pool.Run(ctx, round, jobs)
	if err != nil {
		return Encounter{}, err
	}
	if m.Keep != nil {
		var lines []arena.Line
		for i, job := range jobs {
			lines = append(lines, roster.Line(job, records[i]))
		}
		if err := m.Keep(lines); err != nil {
			return Encounter{}, err
		}
	}
	res := arena.Sum(jobs, records, a)
	return Encounter{runs[a].Name(), runs[b].Name(), m.Games, res.Pairs.Score(), res.AsFirst, res.AsSecond, res.Warnings()}, nil
}

// ErrNotComparable is the error of champions that cannot play each other.
var ErrNotComparable = errors.New("these champions cannot play each other")

func comparable(runs []*Run) error {
	first := runs[0]
	for _, r := range runs {
		switch {
		case r.Evidence == nil:
			return fmt.Errorf("%w: of %s there is none that can be read", ErrNotComparable, r.Name())
		case r.Config.Game != first.Config.Game || r.Config.Variant != first.Config.Variant:
			return fmt.Errorf("%w: %s plays %s %s, %s plays %s %s", ErrNotComparable, r.Name(), r.Config.Game, r.Config.Variant, first.Name(), first.Config.Game, first.Config.Variant)
		}
	}
	return nil
}

// Group is runs of one setting, summed up over their seeds. The intervals are
// those of a mean over seeds, 95 %.
type Group struct {
	Settings  []string       `json:"settings"`          // key=value, where groups differ
	Runs      []string       `json:"runs"`              // tested ones, a seed each
	Repeats   []string       `json:"repeats,omitempty"` // tested ones that repeat another one, and do not count
	Games     []int          `json:"games"`             // of the training of each run
	CPU       []float64      `json:"cpu"`               // of the training of each run, in seconds
	Claimed   stats.Estimate `json:"claimed"`           // fitness that training claims of the champions
	Validated stats.Estimate `json:"validated"`         // fitness in the last validation
	Test      stats.Estimate `json:"test"`              // the champions' score against the config's opponents
	// Gain is Test minus that of another group, over the seeds that both have.
	Gain *stats.Estimate `json:"gain,omitempty"`

	scores  map[string]float64 // Test by seed
	shared  int                // seeds that Gain is from
	members []*Run
}

// NewGroup sums up runs, without those that have no tested champion, and those that
// repeat another one.
func NewGroup(settings []string, runs []*Run) Group {
	g := Group{Settings: settings, Runs: []string{}, Games: []int{}, CPU: []float64{}, scores: map[string]float64{}}
	tested, repeats := Distinct(slices.DeleteFunc(slices.Clone(runs), func(r *Run) bool { return r.TestScore() == nil || r.Validation() == nil }))
	for _, r := range repeats {
		g.Repeats = append(g.Repeats, r.Name())
	}
	var claimed, validated, test []float64
	for _, r := range tested {
		score, validation := r.TestScore(), r.Validation()
		g.Runs, g.members = append(g.Runs, r.Name()), append(g.members, r)
		g.Games, g.CPU = append(g.Games, r.Evidence.Games), append(g.CPU, r.TrainingCPU())
		g.scores[strconv.FormatUint(r.Config.Seed, 10)] = *score
		if validated, test = append(validated, validation.Value), append(test, *score); r.Claims() {
			claimed = append(claimed, r.Evidence.Claimed)
		}
	}
	g.Claimed, g.Validated, g.Test = stats.AcrossRuns(claimed), stats.AcrossRuns(validated), stats.AcrossRuns(test)
	return g
}

const seedKey, nameKey = "seed", "name"

// Groups groups runs that differ only in seed and name, the highest mean in the test
// first, with gains over the first group. If no setting has two runs there are none,
// since luck cannot be estimated.
func Groups(runs []*Run) []Group {
	var groups []Group
	several := false
	for _, s := range bySetting(runs) {
		if g := NewGroup(s.Settings, s.members); len(g.Runs) > 0 {
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
func bySetting(runs []*Run) []*Group {
	return groupBy(runs, slices.DeleteFunc(Differing(runs), func(s Setting) bool { return s.Key == seedKey || s.Key == nameKey }))
}

// groupBy groups runs that have the same values of settings.
func groupBy(runs []*Run, settings []Setting) []*Group {
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
		known[id].members = append(known[id].members, r)
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
	g.Gain, g.shared = &gain, len(mine)
}

// Text is one of the group's estimates with its interval, if there are enough seeds
// for one.
func (g *Group) Text(e stats.Estimate) string {
	if n := len(g.Runs); n > 0 && n < stats.FewestRuns {
		return fmt.Sprintf("%.3f, %s", e.Value, moreSeeds)
	}
	return e.Text()
}

// ClaimedText is Claimed for people to read.
func (g *Group) ClaimedText() string {
	if !slices.ContainsFunc(g.members, (*Run).Claims) {
		return "-"
	}
	return g.Text(g.Claimed)
}

// moreSeeds stands for an interval over too few seeds.
const moreSeeds = "needs more seeds"

// GamesText is how many games the training of a run played; written is how a number is
// written.
func (g *Group) GamesText(written func(int) string) string {
	if len(g.Games) == 0 {
		return "-"
	}
	low, high := slices.Min(g.Games), slices.Max(g.Games)
	if low == high {
		return written(low)
	}
	return written(low) + ".." + written(high)
}

// GamesInThousands is [Group.GamesText] as pages write numbers.
func (g *Group) GamesInThousands() string { return g.GamesText(plots.Thousands) }

// CPUText is the mean CPU time of the training of a run.
func (g *Group) CPUText() string {
	sum := 0.
	for _, seconds := range g.CPU {
		sum += seconds
	}
	return SecondsText(sum / float64(max(1, len(g.CPU))))
}

// SecondsText is the CPU time of a training, "-" if it is not known.
func SecondsText(seconds float64) string {
	if seconds == 0 {
		return "-"
	}
	if seconds < 1 {
		return fmt.Sprintf("%.2f s", seconds)
	}
	return fmt.Sprintf("%.1f s", seconds)
}

// GainText is the gain with its interval, and a star if that excludes zero; empty
// if nothing was compared.
func (g *Group) GainText() string {
	if g.Gain == nil {
		return ""
	}
	if g.shared == 0 {
		return "no seed in common"
	}
	if g.shared < stats.FewestRuns {
		return fmt.Sprintf("%+.3f, %s", g.Gain.Value, moreSeeds)
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
