package train

import (
	"fmt"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/features"
	"evolab/game"
	"evolab/learn/td"
)

// weights gives a genome the names of its features, and the tables of the start.
func (s *setup) weights(g evolve.Genome, source string) features.Weights {
	w := s.layout.Weights(g, source)
	info := s.game.Info()
	w.Variant = info.Variant(s.config.Variant)
	w.Patterns = s.tables
	return w
}

// weightsOf are those of an individual.
func (s *setup) weightsOf(i evolve.Individual, source string) features.Weights {
	w, ok := s.made[i.ID]
	if !ok {
		return s.weights(i.Genome, source)
	}
	w.Source = source
	return w
}

// startWeights are those from which generation 0 begins.
func (s *setup) startWeights(source string) features.Weights {
	return s.weightsOf(evolve.Individual{ID: run.StartName, Genome: s.start}, source)
}

// readStart finds the genome from which generation 0 begins. Where positions are
// asked for, the start plays as it is, with features that are not learned too.
func (s *setup) readStart() error {
	if s.config.Tunes() {
		s.start = s.config.StartGenome()
		return nil
	}
	w, some, err := experiment.StartWeights(s.config, s.game)
	if err != nil {
		return fmt.Errorf("train: start %q: %w", s.config.Start, err)
	}
	if some {
		s.start = s.layout.Genome(w)
		s.begin(w)
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
	if s.config.Rule() != nil {
		return s.beginEven()
	}
	return nil
}

// beginEven makes start weights of a genome and, if there are tables, of tables
// with values that were never learned.
func (s *setup) beginEven() error {
	p, err := s.practice(s.design(nil))
	if err != nil {
		return err
	}
	v := td.NewValues(p.Shape(), p.Places())
	s.config.Rule().Begin(v)
	w := s.layout.Weights(s.start, "")
	if m := v.Weights(); p.Places() > 0 {
		for phase, values := range w.Phases() {
			copy(m.Core[phase], values)
		}
		w = p.Weights(m)
	}
	info := s.game.Info()
	w.Variant = info.Variant(s.config.Variant)
	s.begin(w)
	return nil
}

// begin sets the start weights beside their genome.
func (s *setup) begin(w features.Weights) {
	if !s.config.Evolves() {
		w.Evidence = nil
		s.made = map[string]features.Weights{run.StartName: w}
		return
	}
	s.tables = w.Patterns
}

// resume takes the start from a run's folder: the file that it came from may
// have changed.
func (s *setup) resume(folder string) error {
	var err error
	if s.start, err = run.ReadStartGenome(folder); err != nil {
		return err
	}
	w, err := run.ReadStart(folder)
	s.begin(w)
	return err
}
