package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"evolab/agent"
	"evolab/arena/tournament"
	"evolab/course/rubric"
	"evolab/experiments"
	"evolab/experiments/experiment"
	"evolab/internal/config"
	"evolab/internal/wording"
)

// field is a setting in the form.
type field struct {
	Key, Doc, Value string
	Choices         []string // of an enumeration
	Kind            string   // number, integer, boolean or string
	Low, High       string   // "" for no bound
}

// group is a section of the config.
type group struct {
	Name, Doc string
	Fields    []field
}

// listField is a setting that is a list, with a row for each item.
type listField struct {
	Key, Doc string
	Columns  []listColumn
	Rows     [][]string
}

// listColumn is a value of each item.
type listColumn struct {
	Name   string // "": the item is this value alone
	Number bool
	Agent  bool
	Hint   string
}

// formKind is what a form starts.
type formKind struct {
	Name, Title string
	One         string // with its article
	Posts       string // where the form is sent
	usual       string // the config to begin with
	key         string // at the top of a config of this kind
}

// formKinds lists the kinds; a config is of the first one whose key it has.
func formKinds() []formKind {
	return []formKind{
		{"tournament", "Tournament", "a tournament", "/api/tournaments", "tournament", "agents"},
		{"sweep", "Sweep", "a sweep", "/api/sweeps", "sweep", "sweep"},
		{"run", "Experiment", "an experiment", "/api/runs", "quick", ""},
	}
}

func kindOf(data []byte) formKind {
	keys, kinds := config.TopKeys(data), formKinds()
	i := slices.IndexFunc(kinds, func(k formKind) bool { return k.key == "" || slices.Contains(keys, k.key) })
	return kinds[i]
}

func embeddedOf(kind string) (list []string) {
	for _, name := range experiments.Names() {
		if data, err := experiments.Commented(name); err == nil && kindOf(data).Name == kind {
			list = append(list, name)
		}
	}
	return list
}

// newPage is the form that starts something.
type newPage struct {
	Kind     formKind
	Config   string
	Embedded []string
	Problem  string // why the config cannot be used
	Groups   []group
	Lists    []listField
	Cores    int
	Agents   []gameAgent // that the game has

	choices map[string]gameChoices
	game    string
}

// Kinds are the kinds of forms, the most usual first.
func (p *newPage) Kinds() []formKind {
	list := formKinds()
	slices.Reverse(list)
	return list
}

// Choices are what can be chosen in each game, as JSON for the page's script.
func (p *newPage) Choices() (string, error) {
	text, err := json.Marshal(p.choices)
	return string(text), err
}

// showNew shows the form that starts an experiment, a sweep or a tournament, for the config
// of the address.
func (s *Server) showNew(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p := &newPage{Config: strings.TrimSpace(q.Get("config")), Cores: runtime.GOMAXPROCS(0), choices: s.choices()}
	for _, k := range formKinds() {
		if k.Name == q.Get("kind") || k.Name == "run" && p.Kind.Name == "" {
			p.Kind = k
		}
	}
	if p.Config == "" {
		p.Config = p.Kind.usual
	} else if _, data, err := s.configText(p.Config); err == nil {
		if of := kindOf(data); of.Name != p.Kind.Name && q.Has("kind") {
			p.Problem = fmt.Sprintf("%s is the config of %s, so that this is its form.", p.Config, of.One)
		}
		p.Kind = kindOf(data)
	}
	p.Embedded = embeddedOf(p.Kind.Name)
	if err := s.fillForm(p); err != nil {
		p.Problem, p.Groups, p.Lists = wording.Of(err), nil, nil
	}
	p.Agents = p.choices[p.game].Agents
	return s.pages.render(w, "new", http.StatusOK, p)
}

// fillForm makes the fields with the values of the config.
func (s *Server) fillForm(p *newPage) error {
	var schema []byte
	var values []config.Value
	var err error
	switch p.Kind.Name {
	case "tournament":
		c, bad := s.loadTournament(p.Config, nil)
		if bad != nil {
			return bad
		}
		p.Lists = []listField{agentsField(c)}
		p.game, values = c.Game, config.Values(c)
		schema, err = config.JSONSchema[tournament.Config]("a tournament")
	case "sweep":
		file, data, bad := s.configText(p.Config)
		if bad != nil {
			return bad
		}
		c, bad := experiment.ParseFile(&experiment.Config{Games: s.options.Games, Rubrics: s.rubrics()}, file, data, nil, s.checked)
		if bad != nil {
			return bad
		}
		p.Lists = append(sweepFields(&c.Sweep), opponentsField(&c.Config))
		p.game, values = c.Game, config.Values(c)
		schema, err = experiment.Schema()
	default:
		c, bad := s.load(p.Config, nil)
		if bad != nil {
			return bad
		}
		p.Lists = []listField{opponentsField(c)}
		p.game, values = c.Game, config.Values(c)
		schema, err = experiment.Schema()
	}
	if err != nil {
		return err
	}
	if p.Groups, err = groups(schema, values); err != nil {
		return err
	}
	p.choose()
	return nil
}

func opponentsField(c *experiment.Config) listField {
	f := listField{Key: "opponents", Doc: "Whom candidates meet, and how often: shares of the games.", Columns: []listColumn{{Name: "agent", Agent: true, Hint: "random"}, {Name: "share", Number: true, Hint: "1"}}}
	for _, o := range c.Opponents {
		f.Rows = append(f.Rows, []string{o.Agent, strconv.FormatFloat(o.Share, 'g', -1, 64)})
	}
	return f
}

func agentsField(c *tournament.Config) listField {
	f := listField{Key: "agents", Doc: "Who takes part, the strongest first where an order matters, and what tables call them.", Columns: []listColumn{{Name: "agent", Agent: true, Hint: "greedy"}, {Name: "name", Hint: "as agent says"}}}
	for _, a := range c.Agents {
		f.Rows = append(f.Rows, []string{a.Agent, a.Name})
	}
	return f
}

func sweepFields(s *experiment.Sweep) []listField {
	lines := func(key, doc, hint string, items []string) listField {
		f := listField{Key: key, Doc: doc, Columns: []listColumn{{Hint: hint}}}
		for _, item := range items {
			f.Rows = append(f.Rows, []string{item})
		}
		return f
	}
	return []listField{
		lines("sweep.grid", "Keys, each with its values; every combination is run.", "ga.sigma=.2|.4|.8", s.Grid),
		lines("sweep.list", "Settings that belong together, each combined with the whole grid.", "fitness.rounds=3; selection.lower_bound=.7", s.List),
	}
}

// choose gives fields whose values are names their choices.
func (p *newPage) choose() {
	of := p.choices[p.game]
	for g := range p.Groups {
		for i := range p.Groups[g].Fields {
			f := &p.Groups[g].Fields[i]
			switch f.Key {
			case "game":
				for name := range p.choices {
					f.Choices = append(f.Choices, name)
				}
				slices.Sort(f.Choices)
			case "variant":
				f.Choices = of.Variants
			case "rubric":
				f.Choices = append([]string{""}, of.Rubrics...)
			}
			if len(f.Choices) > 0 && !slices.Contains(f.Choices, f.Value) {
				f.Choices = append([]string{f.Value}, f.Choices...)
			}
		}
	}
}

// gameChoices is what can be chosen in a game.
type gameChoices struct {
	Variants []string    `json:"variants"` // "" for the usual one
	Rubrics  []string    `json:"rubrics"`
	Agents   []gameAgent `json:"agents"`
}

// gameAgent is an agent that a game has.
type gameAgent struct {
	Name string `json:"name"`
	Doc  string `json:"doc"`
}

// findChoices looks which agents, variants and rubrics each game has.
func findChoices(games agent.Table) map[string]gameChoices {
	all := map[string]gameChoices{}
	for _, name := range games.Names() {
		g, err := games.Find(name)
		if err != nil {
			continue
		}
		c := gameChoices{Variants: append([]string{""}, g.Info().Variants...), Rubrics: []string{}}
		for _, k := range agent.Kinds() {
			if k.Program != "" || k.Person {
				continue
			}
			if a, err := g.Agent(agent.Spec{Name: k.Name}, agent.Env{}); err == nil {
				_ = a.Close()
				c.Agents = append(c.Agents, gameAgent{k.Name, k.Doc})
			}
		}
		for _, r := range rubric.All() {
			if r.Game == name {
				c.Rubrics = append(c.Rubrics, r.Name)
			}
		}
		all[name] = c
	}
	return all
}

func (k formKind) FormAddress() string { return "/new?" + url.Values{"kind": {k.Name}}.Encode() }

// schema is what the form needs of a JSON schema.
type schema struct {
	Properties  map[string]schema `json:"properties"`
	Description string            `json:"description"`
	Enum        []any             `json:"enum"`
	Type        any               `json:"type"`
	Minimum     *json.Number      `json:"minimum"`
	Maximum     *json.Number      `json:"maximum"`
}

// groups makes a form of a schema, with the values of a config. Lists that have no field of
// their own are left to overrides.
func groups(text []byte, values []config.Value) ([]group, error) {
	var whole schema
	if err := json.Unmarshal(text, &whole); err != nil {
		return nil, err
	}
	list := []group{{Name: "general"}}
	for _, v := range values {
		section, key, nested := strings.Cut(v.Path, ".")
		at := &list[0]
		properties := whole.Properties
		if nested {
			properties = whole.Properties[section].Properties
			if i := slices.IndexFunc(list, func(g group) bool { return g.Name == section }); i >= 0 {
				at = &list[i]
			} else {
				list = append(list, group{Name: section, Doc: whole.Properties[section].Description})
				at = &list[len(list)-1]
			}
		} else {
			key = section
		}
		if f, ok := properties[key]; ok {
			if f, ok := f.field(v); ok {
				at.Fields = append(at.Fields, f)
			}
		}
	}
	return slices.DeleteFunc(list, func(g group) bool { return len(g.Fields) == 0 }), nil
}

// field is the field of a setting, unless it is a list or a section.
func (s *schema) field(v config.Value) (field, bool) {
	f := field{Key: v.Path, Doc: s.Description, Value: strings.Trim(v.Text, `"`)}
	f.Kind, _ = s.Type.(string)
	for _, x := range s.Enum {
		if text, ok := x.(string); ok {
			f.Choices = append(f.Choices, text)
		}
	}
	if s.Minimum != nil {
		f.Low = s.Minimum.String()
	}
	if s.Maximum != nil {
		f.High = s.Maximum.String()
	}
	return f, len(f.Choices) > 0 || slices.Contains([]string{"number", "integer", "boolean", "string"}, f.Kind)
}
