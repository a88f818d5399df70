package experiment

import (
	"bytes"
	"fmt"

	"evolab/agent"
	"evolab/arena"
	"evolab/evolve"
	"evolab/features"
	"evolab/features/net"
	"evolab/internal/config"
	"evolab/internal/files"
	"evolab/learn"
	"evolab/learn/regression"
	"evolab/learn/td"
)

// Learners are what can make weights. The settings of those that ask for
// positions are a learn.Fitter, those of learners from games of practice a td.Rule.
func Learners() []config.Option {
	return []config.Option{
		{Name: "evolution", Settings: new(struct{})},
		{Name: "regression", Key: "regression", Doc: "settings of the learner regression", Settings: new(regression.Settings)},
		{Name: "td", Key: "td", Doc: "settings of the learner td", Settings: new(td.Settings)},
		{Name: "qlearning", Key: "qlearning", Doc: "settings of the learner qlearning", Settings: new(td.QLearning)},
	}
}

// Fitter is the learner if it learns from positions, else nil.
func (c *Config) Fitter() learn.Fitter {
	f, _ := c.Learner.Chosen().(learn.Fitter)
	return f
}

// Rule is the learner if it learns from games of practice, else nil.
func (c *Config) Rule() td.Rule {
	r, _ := c.Learner.Chosen().(td.Rule)
	return r
}

// StartRule is the learner by practice that makes the start weights of evolution, nil
// if they come from elsewhere.
func (c *Config) StartRule() td.Rule {
	learner := c.Learner
	learner.Name = c.Start
	r, _ := learner.Chosen().(td.Rule)
	return r
}

// PracticeRule is the learner by practice, whether it makes the weights or those that
// evolution begins from; nil: there is none.
func (c *Config) PracticeRule() td.Rule {
	if r := c.Rule(); r != nil {
		return r
	}
	return c.StartRule()
}

// StartGames is how many games of practice make the start weights.
func (c *Config) StartGames() int {
	if c.StartRule() == nil {
		return 0
	}
	return c.Practice.GamesTo(len(c.Practice.Games))
}

// Evolves reports whether an optimiser makes the weights.
func (c *Config) Evolves() bool { return c.Fitter() == nil && c.Rule() == nil }

// Connectives is how many connectives the learner may choose by itself.
func (c *Config) Connectives() int {
	if s, ok := c.Learner.Chosen().(*td.Settings); ok {
		return s.Connectives
	}
	return 0
}

// Method names what makes weights, for people.
func (c *Config) Method() string {
	if !c.Evolves() {
		return c.Learner.Name
	}
	return c.Optimizer.Name
}

// Patterns declares tables of weights.
type Patterns struct {
	Shapes []string  `key:"shapes" doc:"what they look at; 'evolve features' has the forms" match:".+" count:"0..64" allowed:"up to 64 of window RxC [step RxC] [alike], row, column, cells ..., walk N of K seed S" default:"[]"`
	At     []float64 `key:"at" doc:"how far a game has gone, as a part of one of usual length, at each phase of features and tables, between which they are interpolated; one number is a switch at once, none a single phase" unit:"share" range:"0..1" count:"0..4" default:"[]"`
}

// Net declares a net.
type Net struct {
	Hidden int   `key:"hidden" doc:"units of its one hidden layer, a multiple of 32; 0 means no net" unit:"units" range:"0..256" default:"0"`
	Phases []int `key:"phases" doc:"numbers of pieces on the board, rising: up to each of them, and beyond the last one, the net has weights of their own" unit:"pieces" range:"1..31" count:"0..3" default:"[8, 16]"`
}

// shape is that of the net, without units if there is none.
func (n *Net) shape() net.Shape {
	if n.Hidden == 0 {
		return net.Shape{}
	}
	return net.Shape{Hidden: n.Hidden, Phases: n.Phases}
}

// SelfPlay says where the positions of a round come from.
type SelfPlay struct {
	Games        int      `key:"games" doc:"of a round" unit:"games" range:"2..100000000" default:"20000"`
	Nodes        []int    `key:"nodes" doc:"moves that the players look at before each move, by round, the last number for all that follow" unit:"nodes" range:"1..1000000" count:"1..100" default:"[120, 300, 400]"`
	OpeningPlies []int    `key:"opening_plies" doc:"least and most random plies that a game begins with" unit:"plies" range:"0..100" count:"2..2" default:"[4, 10]"`
	Detour       []int    `key:"detour" doc:"least and most random plies that lead from each position of a game to another one, which is searched and learned from as well; [0, 0] for none" unit:"plies" range:"0..20" count:"2..2" default:"[0, 0]"`
	Window       []int    `key:"window" doc:"rounds whose positions a fit learns from, the latest ones, by round; the last number for all that follow" unit:"rounds" range:"1..100" count:"1..100" default:"[1, 1, 1, 2]"`
	MatchGames   int      `key:"match_games" doc:"of each round's evaluation against the best one before, as player says; the better one plays the next round" unit:"games" range:"2..10000000" even:"true" default:"400"`
	Files        []string `key:"files" doc:"files of positions by other programs that every round learns from" match:".+" count:"0..100" allowed:"names of files" default:"[]"`
}

// Practice says which games teach a learner while they are played.
type Practice struct {
	Games        []int     `key:"games" doc:"of a round, by round, the last number for all that follow" unit:"games" range:"1..100000000" count:"1..1000" default:"[5000]"`
	Batch        int       `key:"batch" doc:"games that are played before the learner learns from them, any number at a time" unit:"games" range:"1..100000" default:"32"`
	OpeningPlies []int     `key:"opening_plies" doc:"least and most random plies that a game begins with" unit:"plies" range:"0..100" count:"2..2" default:"[0, 4]"`
	SelfPlay     float64   `key:"self_play" doc:"share of the games against itself; the rest is against the opponents" unit:"share" range:"0..1" default:"1"`
	Against      []string  `key:"against" doc:"opponents of practice, in equal shares; none means those of the config in theirs" match:".+" count:"0..100" allowed:"agents" default:"[]"`
	Explore      []float64 `key:"explore" doc:"probability of a move that is drawn instead of chosen, at first and at the end" unit:"probability" range:"0..1" count:"1..2" default:"[.1, .02]"`
}

// GamesOf is the number of games of a round, which counts from 1.
func (p *Practice) GamesOf(round int) int { return p.Games[min(round, len(p.Games))-1] }

// GamesTo is the number of games up to the end of a round.
func (p *Practice) GamesTo(round int) (n int) {
	for i := range round {
		n += p.GamesOf(i + 1)
	}
	return n
}

// NodesOf is the number of nodes a move of a round, which counts from 1.
func (s *SelfPlay) NodesOf(round int) int { return s.Nodes[min(round, len(s.Nodes))-1] }

// FirstOf is the first round whose positions round n learns from.
func (s *SelfPlay) FirstOf(n int) int { return max(1, n-s.Window[min(n, len(s.Window))-1]+1) }

// FirstAfter is the first round whose positions are learned from after round n.
func (s *SelfPlay) FirstAfter(n int) int {
	first := s.FirstOf(n + 1)
	for later := n + 2; later <= len(s.Window); later++ {
		first = min(first, s.FirstOf(later))
	}
	return first
}

// Design is the evaluation that is learned.
func (c *Config) Design(known []features.Feature, variant string) features.Design {
	d := features.Design{Variant: variant, Names: featureNames(c, known), Shapes: c.Player.Patterns.Shapes, Net: c.Player.Net.shape()}
	switch at := c.phaseStarts(); len(at) {
	case 0:
	case 1:
		d.From = at[0]
	default:
		d.At = at
	}
	return d
}

// Prepare implements config.Preparer: it offers the learners and optimisers of
// the tables.
func (c *Config) Prepare() {
	if c.Learner.Options == nil {
		c.Learner.Options = Learners()
	}
	if c.Optimizer.Options == nil {
		c.Optimizer.Options = OptimizersOf(evolve.Table())
	}
}

// Retired implements config.Retirer: recorded configs have the settings of all optimisers
// that there were, whichever they chose, and of trackers, which change no result.
func (c *Config) Retired(path string) bool {
	switch path {
	case "de", "pso", "oes", "surrogate", "tracking":
		return true
	case "spsa.gain", "spsa.perturbation":
		return c.Optimizer.Name != "spsa"
	}
	return false
}

// OptimizersOf are the optimisers of a table, as a choice.
func OptimizersOf(table []evolve.Entry) []config.Option {
	var list []config.Option
	for _, e := range table {
		list = append(list, config.Option{Name: e.Name, Key: e.Section, Doc: e.Doc, Settings: e.New()})
	}
	return list
}

// PracticeShares are the opponents' shares of the games of practice.
func (c *Config) PracticeShares() []float64 {
	list := c.Shares()
	if n := len(c.Practice.Against); n > 0 {
		list = nil
		for range n {
			list = append(list, 1/float64(n))
		}
	}
	for i := range list {
		list[i] *= 1 - c.Practice.SelfPlay
	}
	return list
}

// PracticeOpponents are the agents of practice; none for self-play.
func (c *Config) PracticeOpponents() []string {
	if c.Practice.SelfPlay == 1 || len(c.Practice.Against) > 0 {
		return c.Practice.Against
	}
	var list []string
	for _, o := range c.Opponents {
		list = append(list, o.Agent)
	}
	return list
}

func (c *Config) practiceSpecs() (list []agent.Spec) {
	for _, text := range c.PracticeOpponents() {
		if spec, err := agent.ParseSpec(text); err == nil {
			list = append(list, spec)
		}
	}
	return list
}

// ReadGames reads the finished games of a file that are of a game and variant.
func ReadGames(path string, g agent.Game, variant string) ([]arena.Line, error) {
	const maxBytes = 1 << 30
	data, err := files.ReadText(path, maxBytes)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	var list []arena.Line
	for i, text := range bytes.Split(data, []byte("\n")) {
		if len(bytes.TrimSpace(text)) == 0 {
			continue
		}
		line, err := arena.ParseLine(text)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		if line.GameName != "" && (line.GameName != info.Name || info.Variant(line.Variant) != info.Variant(variant)) {
			return nil, fmt.Errorf("%s:%d: a game of %s %s", path, i+1, line.GameName, line.Variant)
		}
		if !line.Open() {
			list = append(list, line)
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no finished game", path)
	}
	return list, nil
}
