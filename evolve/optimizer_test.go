package evolve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"evolab/evolve"
	"evolab/game"
	"evolab/internal/config"
	"evolab/stats"
)

func TestTable(t *testing.T) {
	names, sections := map[string]bool{}, map[string]bool{}
	for _, entry := range evolve.Table() {
		if names[entry.Name] || entry.Section != "" && sections[entry.Section] || entry.Doc == "" {
			t.Errorf("entry %q or its section %q appears twice, or it has no doc", entry.Name, entry.Section)
		}
		names[entry.Name], sections[entry.Section] = true, true
	}
}

func TestStartMayNotBe(t *testing.T) {
	good := record(t, small(), startAt(1, 1, 0), even)[0]
	spoilt := func(f func(*evolve.Generation)) evolve.Start {
		g := record(t, small(), startAt(1, 1, 0), even)[0]
		f(&g)
		return evolve.Start{Checkpoint: &g}
	}
	tests := []struct {
		name  string
		start evolve.Start
		want  string
	}{
		{"empty", evolve.Start{}, "start: no start vector"},
		{"of dimension 0", startAt(1), "start: no start vector"},
		{"too many", evolve.Start{Genomes: slices.Repeat([]evolve.Genome{{1}}, 13)}, "start: number of genomes: 13 (allowed: 12, the population)"},
		{"mixed", evolve.Start{Genomes: []evolve.Genome{{1, 2}, {1}}}, "start: genome 1: genome of dimension 1 among those of dimension 2"},
		{"infinite", startAt(1, 0, math.Inf(1)), "start: genome 0: weight 1 is +Inf"},
		{"other population", spoilt(func(g *evolve.Generation) { g.Individuals = good.Individuals[:3] }),
			"checkpoint: generation: 0, games: 288, individuals: 3 (expected: 12)"},
		{"torn individual", spoilt(func(g *evolve.Generation) { g.Individuals[2].Genome = nil }), "genome of dimension 0 among those of dimension 2"},
		{"unscored individual", spoilt(func(g *evolve.Generation) { g.Individuals[2].Tally.Pairs = 0 }), "number of pairs: 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := small().Run(context.Background(), test.start, even, func(evolve.Generation) error { return nil })
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

func TestTally(t *testing.T) {
	a := evolve.Tally{Pairs: 2, WDL: stats.WDL{Wins: 3, Losses: 1}, Sum: 1.5, SumSquares: 1.25}
	b := evolve.Tally{Pairs: 1, WDL: stats.WDL{Draws: 2}, Sum: .5, SumSquares: .25}
	sum := evolve.Tally{Pairs: 3, WDL: stats.WDL{Wins: 3, Draws: 2, Losses: 1}, Sum: 2, SumSquares: 1.5}
	if got := a.Add(b); got != sum {
		t.Errorf("sum %v, want %v", got, sum)
	}
	if a.Games() != 4 || a.Mean() != .75 || a.Lower(.7) != .4 {
		t.Errorf("games %d, mean %v, lower %v, want 4, .75, .4", a.Games(), a.Mean(), a.Lower(.7))
	}
	var none evolve.Tally
	if none.Mean() != 0 || !math.IsInf(none.Lower(.7), -1) {
		t.Errorf("nothing played: mean %v, lower %v", none.Mean(), none.Lower(.7))
	}
}

// ready returns an optimiser with its default settings, at a given size.
func ready(entry evolve.Entry, population, generations, pairs int) evolve.Optimizer {
	return budgeted(entry, population, generations, pairs, nil)
}

// budgeted is an optimiser whose budget, if not nil, replaces the generations.
func budgeted(entry evolve.Entry, population, generations, pairs int, b *evolve.Budget) evolve.Optimizer {
	o := entry.New()
	config.Defaults(o)
	s := shared()
	s.Population, s.Generations, s.Pairs, s.Budget = population, generations, pairs, b
	o.Share(s)
	if ga, ok := o.(*evolve.GA); ok {
		ga.Population = population
	}
	return o
}

// All optimisers get the same number of games of the made-up game.
func TestAllFindHiddenTarget(t *testing.T) {
	const games = 60_000
	const near = .9
	others := map[string]float64{"random": .6}
	f := newField(12, .5)
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			t.Parallel()
			want, other := others[entry.Name]
			if !other {
				want = near
			}
			for seed := range uint64(3) {
				seen := record(t, budgeted(entry, 20, 0, 24, gamesBudget(games, 5)), startAt(seed+1, start12(seed)...), f)
				if got := seen[len(seen)-1].Games; got != games {
					t.Errorf("seed %d: %d games", seed, got)
				}
				champion := seen[len(seen)-1].HallOfFame[0]
				got := dot(champion.Genome, f.target)
				t.Logf("%s, seed %d: cosine %.3f after %d games", entry.Name, seed, got, seen[len(seen)-1].Games)
				if got < want {
					t.Errorf("seed %d: cosine to the target %.3f, want >= %v", seed, got, want)
				}
			}
		})
	}
}

// start12 is a start vector that knows nothing of the target.
func start12(seed uint64) []float64 {
	start := make([]float64, 12)
	start[seed] = 1
	return start
}

func TestAllResumeToTheSameBytes(t *testing.T) {
	f := newField(5, .5)
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			o := ready(entry, 12, 5, 6)
			whole := record(t, o, startAt(7, 1, 0, 0, 0, 0), f)
			if again := record(t, o, startAt(7, 1, 0, 0, 0, 0), f); encode(t, again) != encode(t, whole) {
				t.Error("two runs with the same seed differ")
			}
			if other := record(t, o, startAt(8, 1, 0, 0, 0, 0), f); encode(t, other) == encode(t, whole) {
				t.Error("two seeds give the same run")
			}
			for stop := range whole {
				var checkpoint evolve.Generation
				if err := json.Unmarshal([]byte(encode(t, whole[stop])), &checkpoint); err != nil {
					t.Fatal(err)
				}
				rest := record(t, o, evolve.Start{Seed: 7, Checkpoint: &checkpoint}, f)
				if diff := cmp.Diff(encode(t, whole[stop+1:]), encode(t, append([]evolve.Generation{}, rest...))); diff != "" {
					t.Errorf("resumed after generation %d:\n%s", stop, diff)
				}
			}
		})
	}
}

// What a generation says it plays is what it plays.
func TestAllCountTheirGames(t *testing.T) {
	for _, entry := range evolve.Table() {
		o := ready(entry, 13, 4, 6)
		for i, g := range record(t, o, startAt(1, 0, 1, 1), revealing{}) {
			if got := o.Cost().Games(i); g.Games != got {
				t.Errorf("%s: %d games up to generation %d, %d announced", entry.Name, g.Games, i, got)
			}
		}
	}
}

// A checkpoint whose state was cut off is an error where there is a state.
func TestAllRefuseATornState(t *testing.T) {
	for _, entry := range evolve.Table() {
		o := ready(entry, 12, 3, 6)
		checkpoint := record(t, o, startAt(1, 1, 0, 0), even)[1]
		if len(checkpoint.State) == 0 {
			continue
		}
		checkpoint.State = checkpoint.State[:len(checkpoint.State)-1]
		err := o.Run(t.Context(), evolve.Start{Seed: 1, Checkpoint: &checkpoint}, even, func(evolve.Generation) error { return nil })
		if err == nil || !strings.Contains(err.Error(), "checkpoint: generation 1: length of the state: ") {
			t.Errorf("%s: error %v", entry.Name, err)
		}
	}
}

func TestGenerationZero(t *testing.T) {
	ga := small()
	ga.Generations = 0
	find := func(g evolve.Generation, id string) evolve.Genome {
		at := slices.IndexFunc(g.Individuals, func(i evolve.Individual) bool { return i.ID == id })
		return g.Individuals[at].Genome
	}
	start := startAt(1, 3, 4)
	start.Genomes = append(start.Genomes, evolve.Genome{0, -2})
	for _, spread := range []float64{0, .01} {
		start.Near, ga.Sigma = spread > 0, spread
		seen := record(t, ga, start, revealing{})
		if len(seen) != 1 || seen[0].Index != 0 || seen[0].Sigma != 0 {
			t.Fatalf("want generation 0 alone, got %d generations", len(seen))
		}
		if diff := cmp.Diff([]evolve.Genome{{.6, .8}, {0, -1}}, []evolve.Genome{find(seen[0], "0-0"), find(seen[0], "0-1")}); diff != "" {
			t.Errorf("start genomes: %s", diff)
		}
		near := 0
		for slot := 2; slot < ga.Population; slot++ {
			g := find(seen[0], fmt.Sprintf("0-%d", slot))
			if math.Abs(dot(g, g)-1) > 1e-12 {
				t.Errorf("%v is not of length 1", g)
			}
			if dot(g, evolve.Genome{.6, .8}) > .99 {
				near++
			}
		}
		if all := near == ga.Population-2; all != (spread > 0) {
			t.Errorf("spread %v: %d of %d fillers near the start vector", spread, near, ga.Population-2)
		}
	}
}

func TestEdgeCases(t *testing.T) {
	tests := []struct {
		name      string
		change    func(*evolve.GA)
		dimension int
		scorer    evolve.Scorer
	}{
		{"no elites", func(ga *evolve.GA) { ga.Elites = 0 }, 3, revealing{}},
		{"odd population", func(ga *evolve.GA) { ga.Population = 13 }, 3, revealing{}},
		{"two individuals", func(ga *evolve.GA) { ga.Population, ga.Elites, ga.Tournament = 2, 1, 1 }, 3, revealing{}},
		{"one child", func(ga *evolve.GA) { ga.Elites = ga.Population - 1 }, 3, revealing{}},
		{"tournament of one", func(ga *evolve.GA) { ga.Tournament = 1 }, 3, revealing{}},
		{"largest tournament", func(ga *evolve.GA) { ga.Tournament = ga.Population - 1 }, 3, revealing{}},
		{"dimension one", func(*evolve.GA) {}, 1, revealing{}},
		{"all equal", func(*evolve.GA) {}, 3, even},
		{"one generation", func(ga *evolve.GA) { ga.Generations = 1 }, 3, even},
		{"no crossover", func(ga *evolve.GA) { ga.Crossover.Rate = 0 }, 3, revealing{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			ga := small()
			test.change(ga)
			seen := record(t, ga, startAt(1, make([]float64, test.dimension)...), test.scorer)
			if len(seen) != ga.Generations+1 {
				t.Errorf("%d generations, want %d", len(seen), ga.Generations+1)
			}
			for index, g := range seen {
				ids := map[string]bool{}
				for _, i := range g.Individuals {
					ids[i.ID] = true
				}
				if g.Index != index || len(ids) != ga.Population {
					t.Errorf("generation %d has index %d and %d different individuals", index, g.Index, len(ids))
				}
				if lowest := slices.Min([]float64{g.Low, g.Mean, g.Best}); !(lowest >= 0 && g.Low <= g.High && g.High <= 1) {
					t.Errorf("generation %d: low %v, mean %v, high %v, best %v", index, g.Low, g.Mean, g.High, g.Best)
				}
			}
		})
	}
}

// place rewards genes for being near those of a place in the box.
type place evolve.Genome

func (p place) distance(g evolve.Genome) float64 {
	sum := 0.0
	for i := range p {
		sum += (g[i] - p[i]) * (g[i] - p[i])
	}
	return math.Sqrt(sum)
}

func (p place) Score(_ context.Context, r evolve.Request) ([]evolve.Tally, error) {
	tallies := make([]evolve.Tally, len(r.Genomes))
	for pair := r.FirstPair; pair < r.FirstPair+r.Pairs; pair++ {
		rng := rand.New(rand.NewSource(int64(game.Mix(uint64(r.Generation), uint64(pair)))))
		luck := [2]float64{rng.Float64(), rng.Float64()}
		for i, g := range r.Genomes {
			wins := 0
			for _, l := range luck {
				if l < 1-p.distance(g)/4 {
					wins++
				}
			}
			tallies[i] = tallies[i].Add(pairOf(wins))
		}
	}
	return tallies, nil
}

// In a box, each gene counts by itself, and none leaves it: all optimisers come nearer
// to a place that no direction stands for, by the same bytes when resumed.
func TestBox(t *testing.T) {
	target := place{.9, -.2, .3}
	start := evolve.Genome{-.8, .8, -.8}
	for _, entry := range evolve.Table() {
		t.Run(entry.Name, func(t *testing.T) {
			made := func() evolve.Optimizer {
				o := ready(entry, 12, 20, 24)
				s := shared()
				s.Population, s.Generations, s.Pairs, s.Box = 12, 20, 24, true
				o.Share(s)
				return o
			}
			seen := record(t, made(), startAt(3, start...), target)
			for _, g := range seen {
				for _, i := range g.Individuals {
					for _, gene := range i.Genome {
						if gene < -1 || gene > 1 {
							t.Fatalf("generation %d: %v leaves the box", g.Index, i.Genome)
						}
					}
				}
			}
			if first := seen[0].Individuals; !anyEqual(first, start) {
				t.Errorf("nobody in generation 0 is the start")
			}
			got := target.distance(seen[len(seen)-1].HallOfFame[0].Genome)
			if got > .8*target.distance(start) {
				t.Errorf("the champion is %.2f from the place, the start %.2f", got, target.distance(start))
			}
			checkpoint := seen[9]
			rest := record(t, made(), evolve.Start{Seed: 3, Checkpoint: &checkpoint}, target)
			if encode(t, rest) != encode(t, seen[10:]) {
				t.Error("a resumed run differs")
			}
		})
	}
}

func anyEqual(list []evolve.Individual, g evolve.Genome) bool {
	for _, i := range list {
		if i.Genome.Equal(g) {
			return true
		}
	}
	return false
}

// shared are settings as an experiment shares them out.
func shared() evolve.Shared {
	return evolve.Shared{Population: 24, Generations: 55, Pairs: 60, Rounds: 3, Pool: true, Caution: .7, HallOfFame: 12}
}

// defaultGA has the settings of an experiment that names none, but couples
// always mix: a copy that no mutation touches is a clone.
func defaultGA() *evolve.GA {
	ga := new(evolve.GA)
	config.Defaults(ga)
	ga.Crossover.Rate = 1
	ga.Share(shared())
	return ga
}

func small() *evolve.GA {
	ga := defaultGA()
	ga.Population, ga.Generations, ga.Elites, ga.Pairs, ga.HallOfFame = 12, 6, 2, 12, 5
	return ga
}

func startAt(seed uint64, weights ...float64) evolve.Start {
	return evolve.Start{Seed: seed, Genomes: []evolve.Genome{weights}}
}

func record(t *testing.T, o evolve.Optimizer, start evolve.Start, s evolve.Scorer) []evolve.Generation {
	t.Helper()
	var seen []evolve.Generation
	err := o.Run(context.Background(), start, s, func(g evolve.Generation) error {
		seen = append(seen, g)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return seen
}

func encode(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
