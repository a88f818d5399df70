package train

import (
	"context"
	"errors"
	"fmt"

	"evolab/agent"
	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/features/net"
	"evolab/game"
	"evolab/learn/td"
)

// setup is a config with its names resolved: everything for its games.
type setup struct {
	config       *experiment.Config
	game         agent.Game
	layout       experiment.Layout
	opponents    []opponent    // those of the config
	tuned        agent.Tunable // the program whose parameters are tuned; nil: weights are
	tunedAgent   agent.Agent   // the same, to be closed; candidates share what it compiled
	start        evolve.Genome
	tables       *features.Tables            // of the start, if evolution has some
	net          *net.Net                    // likewise
	roundWeights map[string]features.Weights // of rounds, by individuals' IDs
	objective    objective
	suites       suites
	plan         Plan
}

// opponent is an agent that candidates meet.
type opponent struct {
	name  string
	spec  string // in records, with files of the run's folder
	agent agent.Agent
}

func newSetup(c *experiment.Config, programs agent.Programs) (*setup, error) {
	g, err := c.FindGame()
	if err != nil {
		return nil, err
	}
	objective, err := objectiveOf(c)
	if err != nil {
		return nil, err
	}
	s := &setup{config: c, game: g, objective: objective, layout: experiment.NewLayout(c, g.Info().Features)}
	if err := s.openTuned(programs); err != nil {
		return nil, errors.Join(err, s.close())
	}
	for _, o := range c.Opponents {
		if c.Runs() {
			break
		}
		spec, err := agent.ParseSpec(o.Agent)
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		ready, err := g.Agent(spec, agent.Env{Programs: programs})
		if err != nil {
			return nil, errors.Join(err, s.close())
		}
		s.opponents = append(s.opponents, opponent{o.Agent, o.Agent, ready})
	}
	if err = s.readStart(); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.plan, err = PlanOf(c); err != nil {
		return nil, errors.Join(err, s.close())
	}
	if s.suites, err = readSuites(c, g); err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// openTuned makes the program whose parameters are tuned, and compiles it.
func (s *setup) openTuned(programs agent.Programs) error {
	if !s.config.Tunes() {
		return nil
	}
	spec := s.config.Runner()
	if !s.config.Runs() {
		var err error
		if spec, err = agent.ParseSpec(s.config.Agent); err != nil {
			return err
		}
	}
	ready, err := s.game.Agent(spec, agent.Env{Programs: programs})
	if err != nil {
		return err
	}
	tuned, ok := ready.(agent.Tunable)
	if !ok {
		return errors.Join(fmt.Errorf("%q takes no parameters", spec), ready.Close())
	}
	s.tuned, s.tunedAgent = tuned, ready
	return agent.Build(context.Background(), ready)
}

// close ends the opponents, and the program that is tuned.
func (s *setup) close() error {
	var err error
	if s.tunedAgent != nil {
		err = s.tunedAgent.Close()
	}
	for _, o := range s.opponents {
		err = errors.Join(err, o.agent.Close())
	}
	return err
}

// player makes an agent that plays with weights as candidates do. Programs run
// until it is closed.
func (s *setup) player(w features.Weights) (agent.Agent, error) {
	if s.tuned != nil {
		return s.tuned.With(s.config.TunedParameters(w))
	}
	return s.game.Agent(s.config.Player.Look().Spec(w), agent.Env{})
}

// playerSpec is such an agent with the weights of a file, or with those of the agent
// of this name.
func (s *setup) playerSpec(name, weights string) string {
	if s.tuned != nil {
		return s.config.Agent
	}
	spec := s.config.Player.Look().Spec(features.Weights{})
	spec.Name = name
	if weights != "" {
		spec = spec.With("weights", weights)
	}
	return spec.String()
}

// Plan is the extent of a run.
type Plan struct {
	Generations int     // after generation 0; 0: as many as CPU allows
	Games       int     // of the training; 0: as many as CPU allows
	CPU         float64 // budget of the training in seconds; 0: any
	UsedCPU     float64 // of it before a run was resumed
	Played      int     // of them before a run was resumed
	// StartApart: generation 0 measures the start weights, and cannot be compared
	// with the generations after it.
	StartApart bool
	EachOther  bool // candidates meet each other: experiment.Config.EachOther
	// Unit is what is counted: a game, or a position of a suite if there are no
	// games.
	Unit string
}

// PlanOf plans a run of the config.
func PlanOf(c *experiment.Config) (Plan, error) {
	o, _ := c.Optimize()
	if o == nil {
		return Plan{}, fmt.Errorf("no optimizer %q", c.Optimizer.Name)
	}
	p := Plan{Generations: c.PlannedGenerations(), Games: c.TrainingGames, CPU: c.TrainingCPU, StartApart: !c.Evolves(), EachOther: c.EachOther(), Unit: "game"}
	if c.AccuracyShare() == 1 {
		p.Unit = "position"
	}
	switch {
	case c.Budgeted():
	case c.Evolves():
		p.Games = c.StartGames() + o.Cost().Games(c.Generations)
	case c.Fitter() != nil:
		p.Games = c.Generations*(c.SelfPlay.Games+c.SelfPlay.MatchGames) + c.MeasureGames()*(c.Generations+1)
	default:
		p.Games = c.Practice.GamesTo(c.Generations) + c.MeasureGames()*(c.Generations+1)
	}
	return p, nil
}

// weights gives a genome the names of its features, and the tables and net of the start.
func (s *setup) weights(g evolve.Genome, source string) features.Weights {
	w := s.layout.Weights(g, source)
	info := s.game.Info()
	w.Variant = info.Variant(s.config.Variant)
	w.Patterns, w.Net = s.tables, s.net
	return w
}

func (s *setup) weightsOf(i evolve.Individual, source string) features.Weights {
	w, ok := s.roundWeights[i.ID]
	if !ok {
		return s.weights(i.Genome, source)
	}
	w.Source = source
	return w
}

// startWeights are those that generation 0 begins with.
func (s *setup) startWeights(source string) features.Weights {
	return s.weightsOf(evolve.Individual{ID: run.StartName, Genome: s.start}, source)
}

// readStart finds the genome that generation 0 begins with. Where positions are
// asked for, the start plays as it is, with features that are not learned too.
func (s *setup) readStart() error {
	if s.config.Tunes() {
		s.start = s.config.StartGenome()
		return s.openStart()
	}
	w, some, err := experiment.StartWeights(s.config, s.game)
	if err != nil {
		return fmt.Errorf("start %q: %w", s.config.Start, err)
	}
	if some {
		s.start = s.layout.Genome(w)
		s.setStart(w)
		return nil
	}
	s.start = make(evolve.Genome, len(s.layout.Genes()))
	if s.config.Start == "random" {
		r := game.NewRand(game.Mix(s.config.Seed, experiment.StartSeed))
		for i := range s.start {
			s.start[i] = r.Normal()
		}
		s.start = s.start.Normalized()
	}
	if rule := s.config.PracticeRule(); rule != nil {
		return s.startFromEven(rule)
	}
	return nil
}

// openStart makes the start the opponent of those that a match runner plays.
func (s *setup) openStart() error {
	if !s.config.Runs() {
		return nil
	}
	a, err := s.player(s.startWeights(""))
	s.opponents = []opponent{{name: run.StartName, spec: s.config.Command, agent: a}}
	return err
}

// startFromEven makes start weights of the genome and, if there are tables, of
// tables that predict an even game everywhere.
func (s *setup) startFromEven(rule td.Rule) error {
	p, err := s.practice(s.design(nil))
	if err != nil {
		return err
	}
	v := td.NewValues(p.Shape(), p.Places())
	rule.Begin(v)
	w := s.layout.Weights(s.start, "")
	if m := v.Weights(); p.Places() > 0 {
		for phase, values := range w.Phases() {
			copy(m.Core[phase], values)
		}
		w = p.Weights(m)
	}
	info := s.game.Info()
	w.Variant = info.Variant(s.config.Variant)
	s.setStart(w)
	return nil
}

// setStart keeps what of the start weights the genome does not hold.
func (s *setup) setStart(w features.Weights) {
	if !s.config.Evolves() {
		w.Evidence = nil
		s.roundWeights = map[string]features.Weights{run.StartName: w}
		return
	}
	s.tables, s.net = w.Patterns, w.Net
}

// readRecordedStart takes the start from a run's folder: the file that it came from
// may have changed.
func (s *setup) readRecordedStart(folder string) error {
	var err error
	if s.start, err = run.ReadStartGenome(folder); err != nil {
		return err
	}
	w, err := run.ReadStart(folder)
	s.setStart(w)
	return err
}
