package sweep

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"evolab/experiments/run"
	"evolab/internal/files"
)

// Plan is what a sweep consists of. It is kept beside the runs, for those who look at the
// sweep: a cell may be a run that another command has started.
type Plan struct {
	Schema int           `json:"schema"`
	File   string        `json:"file"` // as it was given
	Cells  []PlannedCell `json:"cells"`
}

// PlannedCell is a cell by the key of its config.
type PlannedCell struct {
	Key  string `json:"key"` // see run.KeyOf
	Game string `json:"game"`
}

// plansFolder holds the plans, below the folder of the runs: of the sweep NAME, NAME.json. Its
// name keeps it out of what `ls runs` lists.
const plansFolder = ".sweeps"

const planSchema = 1

// ReadPlans reads the plans beside the runs, by the names of their sweeps. Plans that cannot
// be read are left out: the runs name their sweeps, too.
func ReadPlans(root string) map[string]*Plan {
	plans := map[string]*Plan{}
	entries, _ := os.ReadDir(filepath.Join(root, plansFolder))
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		if !ok || !e.Type().IsRegular() {
			continue
		}
		const most = 1 << 25
		data, err := files.Read(filepath.Join(root, plansFolder, e.Name()), most)
		p := &Plan{}
		if err == nil && files.DecodeJSON(data, p) == nil && p.Schema == planSchema {
			plans[name] = p
		}
	}
	return plans
}

func newPlan(file string, cells []Cell) *Plan {
	p := &Plan{Schema: planSchema, File: file}
	for _, c := range cells {
		p.Cells = append(p.Cells, PlannedCell{run.KeyOf(c.Config), c.Config.Game})
	}
	return p
}

func (p *Plan) keys() map[string]bool {
	keys := map[string]bool{}
	for _, c := range p.Cells {
		keys[c.Key] = true
	}
	return keys
}

// name is what the sweep is called: the name of its file, with a number if the runs have
// another sweep of that name. A sweep with other cells is the same one if they share a cell.
func (p *Plan) name(runs []*run.Summary, plans map[string]*Plan) string {
	own := p.keys()
	first := nameOf(p.File)
	for n := 1; ; n++ {
		name := first
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		taken, ours := false, false
		for _, r := range runs {
			taken = taken || r.Sweep == name
			ours = ours || r.Sweep == name && own[r.Key]
		}
		if before := plans[name]; taken && before != nil {
			ours = ours || slices.ContainsFunc(before.Cells, func(c PlannedCell) bool { return own[c.Key] })
		}
		if !taken || ours {
			return name
		}
	}
}

// nameOf is the name of a sweep by its file, without characters that file names must not have.
func nameOf(file string) string {
	base := filepath.Base(file)
	return strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '-'
		}
		return r
	}, strings.TrimSuffix(base, filepath.Ext(base)))
}

func (p *Plan) write(root, name string) error {
	text, err := json.Marshal(p)
	if err != nil {
		return err
	}
	folder := filepath.Join(root, plansFolder)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if info, err := os.Lstat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("%s leads elsewhere (expected: a folder)", folder)
	}
	return files.Replace(filepath.Join(folder, name+".json"), append(text, '\n'))
}

// Group is the runs of a sweep of one game.
type Group struct {
	Sweep   string
	Game    string
	Planned int            // cells; 0: an earlier version has not noted how many
	Runs    []*run.Summary // in the order of their list
}

// Groups are the runs of each sweep and game, in the order of each one's first. A run is in
// the sweep that started it, and in those that plan a cell of its config.
func Groups(list []*run.Summary, plans map[string]*Plan) (groups []*Group) {
	planned := map[string][]string{} // by key, the sweeps
	cells := map[[2]string]int{}
	for _, name := range slices.Sorted(maps.Keys(plans)) {
		for _, c := range plans[name].Cells {
			planned[c.Key] = append(planned[c.Key], name)
			cells[[2]string{name, c.Game}]++
		}
	}
	known := map[[2]string]*Group{}
	for _, r := range list {
		sweeps := planned[r.Key]
		if r.Sweep != "" && !slices.Contains(sweeps, r.Sweep) {
			sweeps = append([]string{r.Sweep}, sweeps...)
		}
		for _, name := range sweeps {
			key := [2]string{name, r.Game}
			g := known[key]
			if g == nil {
				g = &Group{Sweep: name, Game: r.Game, Planned: cells[key]}
				known[key], groups = g, append(groups, g)
			}
			if g.Runs = append(g.Runs, r); r.Sweep == name && plans[name] == nil {
				g.Planned = max(g.Planned, r.Cells)
			}
		}
	}
	return groups
}

// Elsewhere are the runs that other commands have started.
func (g *Group) Elsewhere() (list []*run.Summary) {
	for _, r := range g.Runs {
		if r.Sweep != g.Sweep {
			list = append(list, r)
		}
	}
	return list
}

// Filter is the filter of the list of runs that finds these.
func (g *Group) Filter() string {
	const most = 50 // a filter has an end
	text := run.Condition("sweep", g.Sweep)
	others := g.Elsewhere()
	for _, r := range others[:min(most, len(others))] {
		text += " or " + run.Condition("run", r.Run)
	}
	if len(others) > 0 {
		text = "(" + text + ")"
	}
	return text + " and " + run.Condition("game", g.Game)
}

// SweepOf is the sweep of which all of some runs are cells, "" if there is none.
func SweepOf(runs []*run.Run) string {
	for _, first := range runs {
		if first.Environment == nil || first.Environment.Sweep == "" {
			continue
		}
		name, planned := first.Environment.Sweep, map[string]bool{}
		if p := ReadPlans(filepath.Dir(first.Folder))[name]; p != nil {
			planned = p.keys()
		}
		if !slices.ContainsFunc(runs, func(r *run.Run) bool {
			own := r.Environment != nil && r.Environment.Sweep == name
			return !own && (r.Config == nil || !planned[run.KeyOf(r.Config)])
		}) {
			return name
		}
	}
	return ""
}
