package train

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"evolab/evolve"
	"evolab/experiments/experiment"
	"evolab/experiments/run"
	"evolab/internal/config"
)

// standstill plays its start vector again in each generation.
type standstill struct {
	evolve.Shared `key:"-"`
	Times         int `key:"times" doc:"how often each pair is played" unit:"times" range:"1..9" default:"2"`
}

func (o *standstill) Cost() evolve.Cost {
	return evolve.Cost{Units: o.Pairs, Rounds: 1, Start: o.Times, Step: o.Times}
}

func (o *standstill) Run(ctx context.Context, start evolve.Start, s evolve.Scorer, observe func(evolve.Generation) error) error {
	one := evolve.Individual{ID: "0-0", Genome: start.Genomes[0].Normalized()}
	for g := range o.Generations + 1 {
		tallies, err := s.Score(ctx, evolve.Request{Generation: g, Genomes: []evolve.Genome{one.Genome}, Pairs: o.Pairs * o.Times})
		if err != nil {
			return err
		}
		one.Tally = one.Tally.Add(tallies[0])
		all, mean := []evolve.Individual{one}, one.Tally.Mean()
		err = observe(evolve.Generation{
			Index: g, Games: one.Tally.Games(), Best: mean, Mean: mean, Low: mean, High: mean, Individuals: all, HallOfFame: all,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// One line in the table is all that the rest needs to know of an optimiser.
func TestAnotherOptimizer(t *testing.T) {
	table := append(evolve.Table(), evolve.Entry{
		Name: "standstill", Section: "still", Doc: "stays where it is", New: func() evolve.Optimizer { return new(standstill) },
	})
	read := func(overrides ...string) (*experiment.Config, error) {
		c := &experiment.Config{Optimizer: config.Choice{Options: experiment.OptimizersOf(table)}}
		return c, experiment.ParseInto(c, "tiny.yaml", []byte("game: littlego\n"), append(slices.Clone(tiny), overrides...))
	}
	c, err := read("optimizer=standstill", "still.times=3", "generations=2")
	if err != nil {
		t.Fatal(err)
	}
	done, err := Run(t.Context(), c, Options{Root: t.TempDir(), Workers: 2, Formats: undrawn})
	if err != nil {
		t.Fatal(err)
	}
	metrics, err := run.ReadLines[run.Metrics](filepath.Join(done.Folder, run.MetricsFile))
	if err != nil {
		t.Fatal(err)
	}
	if games := 3 * 2 * c.Fitness.Pairs * 3; len(metrics) != 3 || metrics[2].Games != games {
		t.Errorf("%d generations, %+v, want 3 and %d games", len(metrics), metrics[len(metrics)-1], games)
	}
	for override, want := range map[string]string{
		"optimizer=standstil": "standstil is unknown, did you mean standstill",
		"still.times=10":      "still.times: 10 is out of range (allowed: 1..9)",
	} {
		if _, err := read(override); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", override, err, want)
		}
	}
}

func TestUnknownOptimizerIsAnError(t *testing.T) {
	c := parse(t)
	c.Optimizer.Name = "gaa"
	if _, err := PlanOf(c); err == nil || !strings.Contains(err.Error(), `no optimizer "gaa"`) {
		t.Errorf("error %v", err)
	}
}
