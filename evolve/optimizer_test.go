package evolve_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"evolab/evolve"
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
		{"empty", evolve.Start{}, "evolve: start: no start vector"},
		{"of dimension 0", startAt(1), "evolve: start: no start vector"},
		{"too many", evolve.Start{Genomes: slices.Repeat([]evolve.Genome{{1}}, 13)}, "evolve: start: 13 genomes for a population of 12"},
		{"mixed", evolve.Start{Genomes: []evolve.Genome{{1, 2}, {1}}}, "evolve: start: genome 1: genome of dimension 1 among those of dimension 2"},
		{"infinite", startAt(1, 0, math.Inf(1)), "evolve: start: genome 0: weight 1 is +Inf"},
		{"other population", spoilt(func(g *evolve.Generation) { g.Individuals = good.Individuals[:3] }),
			"evolve: checkpoint: generation 0, 288 games, 3 individuals for a population of 12"},
		{"torn individual", spoilt(func(g *evolve.Generation) { g.Individuals[2].Genome = nil }), "genome of dimension 0 among those of dimension 2"},
		{"unscored individual", spoilt(func(g *evolve.Generation) { g.Individuals[2].Tally.Pairs = 0 }), "tally of 0 pairs"},
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
