package tune

import (
	"context"
	"fmt"
	"math"
	"math/rand"
	"testing"

	"evolab/evolve"
	"evolab/game"
	"evolab/internal/config"
	"evolab/internal/longtest"
	"evolab/stats"
)

// hill is a made-up program: it wins a game more often the nearer its parameters lie to
// a hidden place. height is the difference between the best place and a hopeless one.
type hill struct {
	top    evolve.Genome
	height float64
	seed   uint64
	games  int
}

func (h *hill) wins(g evolve.Genome) float64 {
	d := 0.0
	for i, v := range g {
		d += (v - h.top[i]) * (v - h.top[i])
	}
	return .5 - h.height/2 + h.height*math.Exp(-d/float64(len(g))/.5)
}

// Score implements evolve.Scorer: all play the same openings, which help or hurt them.
func (h *hill) Score(_ context.Context, r evolve.Request) ([]evolve.Tally, error) {
	var list []evolve.Tally
	for i, g := range r.Genomes {
		var res stats.Result
		for pair := r.FirstPair; pair < r.FirstPair+r.Pairs; pair++ {
			opening := game.NewRand(game.Mix(h.seed, uint64(r.Generation), uint64(pair)))
			luck := .15 * opening.Normal()
			own := game.NewRand(game.Mix(h.seed, uint64(r.Generation), uint64(pair), uint64(i), 7))
			halves := [2]int{}
			for k := range halves {
				if float64(own.Intn(1<<30))/(1<<30) < h.wins(g)+luck*[]float64{1, -1}[k] {
					halves[k] = 2
				}
			}
			res.AddPair(halves[0], halves[1], float64(halves[0]+halves[1])/4)
			h.games += 2
		}
		list = append(list, evolve.Tally{Pairs: r.Pairs, WDL: res.Total(), Sum: res.Sum, SumSquares: res.SumSquares})
	}
	return list, nil
}

// On made-up programs the optimiser that is chosen comes nearly as near to the best
// parameters as the best one of all.
func TestChoice(t *testing.T) {
	dimensions, budgets := []int{4}, []int{1500}
	if longtest.Enabled() {
		dimensions, budgets = []int{2, 4, 10}, []int{400, 1500, 6000}
	}
	for _, d := range dimensions {
		for height, ratio := range map[float64]float64{.2: 8, .8: 2} { // of the noise to the spread, about
			for _, games := range budgets {
				pick := choose(d, games/2, ratio)
				line, best, chosen := "", 0., 0.
				for _, e := range evolve.Table() {
					reached := contest(e, d, height, games, pick)
					line += fmt.Sprintf("  %s %.2f", e.Name, reached)
					best = max(best, reached)
					if e.Name == pick.optimizer {
						chosen = reached
					}
				}
				t.Logf("%2d parameters, height %.1f, %4d games: %s, %d pairs of %d candidates;%s", d, height, games, pick.optimizer, pick.pairs, pick.population, line)
				if chosen < best-.12 {
					t.Errorf("%s reaches %.2f, the best one %.2f", pick.optimizer, chosen, best)
				}
			}
		}
	}
}

// contest is how near an optimiser comes to the best parameters, from 0 to 1, with the
// sizes of a choice: the mean over some seeds. 0: it has too few games for a generation.
func contest(e evolve.Entry, d int, height float64, games int, pick choice) float64 {
	pairs, pop := pick.pairs, pick.population
	const seeds = 12
	sum := 0.0
	for seed := uint64(1); seed <= seeds; seed++ {
		o := e.New()
		config.Defaults(o)
		rounds := 1
		if ga, ok := o.(*evolve.GA); ok {
			ga.Population, ga.Elites, ga.Tournament, rounds = pop, max(1, pop/6), 3, 2
		}
		shared := evolve.Shared{Population: pop, Pairs: pairs, Rounds: rounds, Pool: true, Caution: .2, HallOfFame: 8, Box: true, Generations: 1}
		o.Share(shared)
		for shared.Generations = 0; o.Cost().Games(shared.Generations+1) <= games; {
			shared.Generations++
		}
		if shared.Generations < 1 {
			return 0
		}
		o.Share(shared)
		rng := rand.New(rand.NewSource(int64(seed)))
		h := &hill{height: height, seed: seed}
		for range d {
			h.top = append(h.top, 1.6*rng.Float64()-.8)
		}
		var last evolve.Generation
		err := o.Run(context.Background(), evolve.Start{Seed: seed, Genomes: []evolve.Genome{make(evolve.Genome, d)}, Near: true}, h,
			func(g evolve.Generation) error { last = g; return nil })
		if err != nil {
			panic(err)
		}
		// The best of four on games of their own.
		best, bestMean := 0.0, -1.0
		judge := &hill{top: h.top, height: height, seed: seed + 1000}
		for _, i := range last.HallOfFame[:min(4, len(last.HallOfFame))] {
			tallies, _ := judge.Score(context.Background(), evolve.Request{Genomes: []evolve.Genome{i.Genome}, Pairs: max(10, games/80)})
			if m := tallies[0].Mean(); m > bestMean {
				best, bestMean = h.wins(i.Genome), m
			}
		}
		sum += (best - (.5 - height/2)) / height
	}
	return sum / seeds
}
