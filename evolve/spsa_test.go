package evolve_test

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"evolab/evolve"
	"evolab/game"
	"evolab/internal/config"
	"evolab/stats"
)

// rivals is a made-up game of strength, which two numbers, a whole number and a switch
// decide. Opponents are as strong as the start.
type rivals struct {
	t      *testing.T
	levels []int
	met    map[[2]int]int // candidates that played a pair, by generation and pair
}

func newRivals(t *testing.T) *rivals {
	return &rivals{t, []int{0, 0, 8, 2}, map[[2]int]int{}}
}

var rivalsStart = evolve.Genome{0, 0, evolve.LevelGene(0, 8), evolve.LevelGene(0, 2)}

func (r *rivals) strength(g evolve.Genome) float64 {
	d := math.Hypot(g[0]-.5, g[1]+.3) + math.Abs(float64(evolve.Level(g[2], 8)-5))/8
	return 2*float64(evolve.Level(g[3], 2)) - 2*d
}

// points are those of two games of somebody who is stronger by edge.
func points(generation, pair int, edge float64) (list [2]int) {
	rng := game.NewRand(game.Mix(uint64(generation), uint64(pair)))
	for k := range list {
		if float64(rng.Intn(1<<20))/(1<<20) < 1/(1+math.Exp(-edge)) {
			list[k] = 2
		}
	}
	return list
}

func (r *rivals) Score(_ context.Context, q evolve.Request) (list []evolve.Tally, err error) {
	for i, g := range q.Genomes {
		for gene, n := range r.levels {
			if n > 0 && g[gene] != evolve.LevelGene(evolve.Level(g[gene], n), n) {
				r.t.Errorf("%v: gene %d is not in the middle of its part", g, gene)
			}
		}
		var res stats.Result
		for pair := q.First(i); pair < q.First(i)+q.Pairs; pair++ {
			r.met[[2]int{q.Generation, pair}]++
			p := points(q.Generation, pair, r.strength(g)-r.strength(rivalsStart))
			if q.Duels {
				one, other := q.Genomes[i/2*2], q.Genomes[i/2*2+1]
				p = points(q.Generation, pair, r.strength(one)-r.strength(other))
				if i%2 == 1 {
					p = [2]int{2 - p[1], 2 - p[0]}
				}
			}
			res.AddPair(p[0], p[1], float64(p[0]+p[1])/4)
		}
		list = append(list, evolve.Tally{Pairs: q.Pairs, WDL: res.Total(), Sum: res.Sum, SumSquares: res.SumSquares})
	}
	return list, nil
}

// Whoever its candidates meet, SPSA switches the switch on, finds the whole number and the
// others, plays what it says, every pair with one couple, and continues to the same bytes.
func TestSPSAMeets(t *testing.T) {
	for meet, pairs := range map[string]int{evolve.MeetEachOther: 1, evolve.MeetOpponents: 2, evolve.MeetBoth: 3} {
		t.Run(meet, func(t *testing.T) {
			r := newRivals(t)
			made := func() *evolve.SPSA {
				o := new(evolve.SPSA)
				config.Defaults(o)
				o.Meet = meet
				s := shared()
				s.Population, s.Generations, s.Pairs, s.Box, s.Levels = 16, 99, 2, true, r.levels
				o.Share(s)
				return o
			}
			seen := record(t, made(), evolve.Start{Seed: 5, Genomes: []evolve.Genome{rivalsStart}}, r)
			last := seen[len(seen)-1]
			if want := 100 * 8 * 2 * 2 * pairs; last.Games != want || made().Cost().Games(99) != want {
				t.Errorf("%d games, %d announced (expected: %d)", last.Games, made().Cost().Games(99), want)
			}
			for at, n := range r.met {
				if n != 2 {
					t.Errorf("generation %d, pair %d: %d candidates", at[0], at[1], n)
				}
			}
			answer := last.HallOfFame[0]
			if answer.ID != last.Individuals[0].ID || r.strength(answer.Genome) < 1.6 {
				t.Errorf("%s: strength %.2f at %v (expected: 1.6 of 2)", answer.ID, r.strength(answer.Genome), answer.Genome)
			}
			if !seen[0].Individuals[0].Genome.Equal(rivalsStart) {
				t.Errorf("generation 0 begins with %v", seen[0].Individuals[0].Genome)
			}
			var checkpoint evolve.Generation
			if err := json.Unmarshal([]byte(encode(t, seen[60])), &checkpoint); err != nil {
				t.Fatal(err)
			}
			if rest := record(t, made(), evolve.Start{Seed: 5, Checkpoint: &checkpoint}, r); encode(t, rest) != encode(t, seen[61:]) {
				t.Error("a resumed run differs")
			}
		})
	}
}

// However clear the games are, no generation throws the vector across the box.
func TestSPSAStepsNoFurtherThanItsCandidates(t *testing.T) {
	o := new(evolve.SPSA)
	config.Defaults(o)
	s := shared()
	s.Population, s.Generations, s.Pairs, s.Box = 200, 30, 5, true
	o.Share(s)
	seen := record(t, o, startAt(1, 0, 0), revealing{})
	for i, g := range seen[1:] {
		for k, v := range g.State[1:3] { // the vector
			if step := math.Abs(v - seen[i].State[1+k]); step > 2*o.CEnd+1e-12 {
				t.Errorf("generation %d: gene %d moves by %.3f", g.Index, k, step)
			}
		}
	}
}
